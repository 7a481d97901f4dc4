<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>A recovery of your chats was interrupted.</source>
        <translation>上一次聊天恢复被中断。</translation>
    </message>
    <message>
        <source>Hearth finishes it at the next start.</source>
        <translation>Hearth 会在下次启动时完成恢复。</translation>
    </message>
    <message>
        <source>Hearth cannot open the file with your chats ({path}).</source>
        <translation>无法打开聊天数据文件（{path}）。</translation>
    </message>
    <message>
        <source>Close other programs that use it, and allow Hearth to read and write it.</source>
        <translation>请关闭正在使用该文件的其他程序，并允许 Hearth 读写该文件。</translation>
    </message>
    <message>
        <source>Your chats are intact.</source>
        <translation>聊天数据完好。</translation>
    </message>
    <message>
        <source>{n} backups are kept beside them.</source>
        <translation>聊天数据文件旁边有 {n} 个备份。</translation>
    </message>
    <message>
        <source>Hearth cannot read the search index.</source>
        <translation>无法读取搜索索引。</translation>
    </message>
    <message>
        <source>The search index is damaged; your chats are intact.</source>
        <translation>搜索索引已损坏；您的聊天完好。</translation>
    </message>
    <message>
        <source>Messages not yet indexed: {n}</source>
        <translation>尚未编入索引的消息：{n}</translation>
    </message>
    <message>
        <source>Hearth indexes them while it is open.</source>
        <translation>Hearth 会在打开期间将其编入索引。</translation>
    </message>
    <message>
        <source>The search index is intact.</source>
        <translation>搜索索引完好。</translation>
    </message>
    <message>
        <source>Search once in the window: Hearth then rebuilds the index from your chats.</source>
        <translation>请在窗口中搜索一次：Hearth 随后会根据您的聊天重建索引。</translation>
    </message>
    <message>
        <source>The file with your chats is missing ({path}); there are backups.</source>
        <translation>聊天数据文件缺失（{path}），但有备份。</translation>
    </message>
    <message>
        <source>There are no chats yet.</source>
        <translation>还没有聊天。</translation>
    </message>
    <message>
        <source>Install the newest version of Hearth.</source>
        <translation>请安装最新版本的 Hearth。</translation>
    </message>
    <message>
        <source>Close Hearth and run `hearth doctor --recover`: it writes everything it can read, and what a backup has, into a new file, and keeps the damaged one.</source>
        <translation>请关闭 Hearth 并运行 `hearth doctor --recover`：它会将可读取的内容和备份中的内容写入新文件，并保留损坏的文件。</translation>
    </message>
    <message>
        <source>No conversation memory is stored.</source>
        <translation>没有已存储的聊天记忆。</translation>
    </message>
    <message>
        <source>Hearth cannot open the stored memory.</source>
        <translation>无法打开已存储的聊天记忆。</translation>
    </message>
    <message>
        <source>{n} files of stored memory are damaged.</source>
        <translation>{n} 个聊天记忆文件已损坏。</translation>
    </message>
    <message>
        <source>`hearth cache verify` removes them; the model then rereads these chats.</source>
        <translation>`hearth cache verify` 会将其移除，之后模型会重新读取这些聊天。</translation>
    </message>
    <message>
        <source>The stored memory is intact ({n} files).</source>
        <translation>已存储的聊天记忆完好（{n} 个文件）。</translation>
    </message>
    <message>
        <source>Make the folder readable, or remove it from the settings.</source>
        <translation>请将该文件夹设为可读，或从设置中移除。</translation>
    </message>
    <message>
        <source>{n} models found.</source>
        <translation>找到 {n} 个模型。</translation>
    </message>
    <message>
        <source>Hearth cannot read the index of model files.</source>
        <translation>无法读取模型文件的索引。</translation>
    </message>
    <message>
        <source>Hearth rebuilds it automatically.</source>
        <translation>索引会自动重建。</translation>
    </message>
    <message>
        <source>Hearth cannot read the settings file.</source>
        <translation>无法读取设置文件。</translation>
    </message>
    <message>
        <source>Fix the file, or Hearth will back it up and create a new one.</source>
        <translation>请修复该文件；否则 Hearth 会将其备份并新建一个。</translation>
    </message>
    <message>
        <source>Your settings are readable.</source>
        <translation>设置可以正常读取。</translation>
    </message>
    <message>
        <source>Hearth cannot tell how much space is free where your chats are.</source>
        <translation>Hearth 无法得知聊天所在位置的可用空间。</translation>
    </message>
    <message>
        <source>Only {n} GB of disk space is free where your chats are.</source>
        <translation>聊天所在的磁盘仅剩 {n} GB 可用空间。</translation>
    </message>
    <message>
        <source>Free some space: without it, Hearth makes no weekly backup.</source>
        <translation>请释放一些空间，否则无法进行每周备份。</translation>
    </message>
    <message>
        <source>{n} GB of disk space is free.</source>
        <translation>可用空间为 {n} GB。</translation>
    </message>
    <message>
        <source>No crashes recorded.</source>
        <translation>没有崩溃记录。</translation>
    </message>
    <message>
        <source>The last crash was on {day}.</source>
        <translation>最近一次崩溃发生于 {day}。</translation>
    </message>
    <message>
        <source>If it happens again, report it with this file: {file}</source>
        <translation>如果再次崩溃，请附上此文件进行报告：{file}</translation>
    </message>
    <message>
        <source>llama.cpp could not list this machine&apos;s devices.</source>
        <translation>llama.cpp 无法列出此计算机上的设备。</translation>
    </message>
    <message>
        <source>`hearth self-test` finds a safe configuration.</source>
        <translation>`hearth self-test` 可找到安全的配置。</translation>
    </message>
    <message>
        <source>llama.cpp uses: {names}.</source>
        <translation>llama.cpp 使用：{names}。</translation>
    </message>
    <message>
        <source>The self-test disabled some features on this machine.</source>
        <translation>自检已在此计算机上停用部分功能。</translation>
    </message>
    <message>
        <source>`hearth hardware` shows which ones and why.</source>
        <translation>`hearth hardware` 会显示停用了什么以及原因。</translation>
    </message>
    <message>
        <source>Recovered {n_chats} chats with {n_messages} messages.</source>
        <translation>已找回 {n_chats} 个聊天，共 {n_messages} 条消息。</translation>
    </message>
    <message>
        <source>{n} of these messages come from the backup of {day}.</source>
        <translation>其中 {n} 条消息来自 {day} 的备份。</translation>
    </message>
    <message>
        <source>Hearth used the backup of {day}.</source>
        <translation>已使用 {day} 的备份。</translation>
    </message>
    <message>
        <source>{n} messages lost some characters.</source>
        <translation>{n} 条消息丢失了部分字符。</translation>
    </message>
    <message>
        <source>{n} messages could not be recovered; a note stands in place of each.</source>
        <translation>{n} 条消息无法恢复，原处均留有说明。</translation>
    </message>
    <message>
        <source>{n} attached files could not be recovered; a note stands in place of each.</source>
        <translation>{n} 个附件无法恢复；每个附件的位置都留有一条说明。</translation>
    </message>
    <message>
        <source>{n} chats lost their titles or other details.</source>
        <translation>{n} 个聊天丢失了标题或其他信息。</translation>
    </message>
    <message>
        <source>More may be missing; the damaged file does not show how much.</source>
        <translation>可能还缺少更多内容；损坏的文件无法表明缺少多少。</translation>
    </message>
    <message>
        <source>Nothing is missing.</source>
        <translation>没有内容缺失。</translation>
    </message>
    <message>
        <source>The damaged file is kept as {file}. It still contains your messages; delete it when you no longer need it.</source>
        <translation>损坏的文件保留为 {file}。其中仍有您的消息，不再需要时可将其删除。</translation>
    </message>
    <message>
        <source>This chat no longer exists.</source>
        <translation>此聊天已不存在。</translation>
    </message>
    <message>
        <source>It was permanently deleted; your other chats are not affected.</source>
        <translation>它已被永久删除，其他聊天未受影响。</translation>
    </message>
    <message>
        <source>Choose another chat from the list.</source>
        <translation>请从列表中选择其他聊天。</translation>
    </message>
    <message>
        <source>This folder no longer exists.</source>
        <translation>此文件夹已不存在。</translation>
    </message>
    <message>
        <source>The chats that were in it are still in the list.</source>
        <translation>其中的聊天仍在列表中。</translation>
    </message>
    <message>
        <source>Choose another folder, or make a new one.</source>
        <translation>请选择其他文件夹，或新建一个。</translation>
    </message>
    <message>
        <source>This message no longer exists.</source>
        <translation>此消息已不存在。</translation>
    </message>
    <message>
        <source>It was deleted; nothing else changed.</source>
        <translation>它已被删除，其他内容未更改。</translation>
    </message>
    <message>
        <source>Open the chat again to see its current messages.</source>
        <translation>请重新打开聊天以查看当前内容。</translation>
    </message>
    <message>
        <source>This picture or sound no longer exists.</source>
        <translation>此图片或声音已不存在。</translation>
    </message>
    <message>
        <source>The message and the rest of the chat are unchanged.</source>
        <translation>它所在的消息以及聊天中的其他内容均未改变。</translation>
    </message>
    <message>
        <source>Open the chat again to see its current files.</source>
        <translation>请重新打开聊天，查看其当前的文件。</translation>
    </message>
    <message>
        <source>Hearth cannot change a backup of your chats ({backup}).</source>
        <translation>无法更改一个聊天备份（{backup}）。</translation>
    </message>
    <message>
        <source>It still contains what you deleted, so the deletion is not yet permanent.</source>
        <translation>其中仍有您删除的内容，因此尚未永久删除。</translation>
    </message>
    <message>
        <source>Make the file writable, or delete it; Hearth tries again at the next start.</source>
        <translation>请将该文件设为可写，或将其删除；Hearth 会在下次启动时重试。</translation>
    </message>
    <message>
        <source>Hearth cannot read your memory settings for individual chats ({path}).</source>
        <translation>Hearth 无法读取各个聊天的记忆设置（{path}）。</translation>
    </message>
    <message>
        <source>Hearth did not open your chats, to avoid losing these settings; nothing changed.</source>
        <translation>为避免丢失这些设置，Hearth 未打开聊天；未做任何更改。</translation>
    </message>
    <message>
        <source>Make the file readable, or delete it if you never changed these settings.</source>
        <translation>请将该文件设为可读；如果您从未更改过这些设置，可将其删除。</translation>
    </message>
    <message>
        <source>Another Hearth window is using these chats ({path}).</source>
        <translation>另一个 Hearth 窗口正在使用这些聊天（{path}）。</translation>
    </message>
    <message>
        <source>Nothing changed; two windows at once could damage them.</source>
        <translation>未做任何更改；同时使用可能会损坏聊天。</translation>
    </message>
    <message>
        <source>Use the other window, or close it and start Hearth again.</source>
        <translation>请使用另一个窗口，或将其关闭后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Another program is using the file with your chats ({path}).</source>
        <translation>另一个程序正在使用聊天数据文件（{path}）。</translation>
    </message>
    <message>
        <source>The last change was not saved; everything saved earlier is safe.</source>
        <translation>最近一次更改未能保存；之前保存的内容均安全。</translation>
    </message>
    <message>
        <source>Close programs that may use this file (a backup tool, a database viewer), then try again.</source>
        <translation>请关闭正在访问此文件的程序（备份软件、数据库查看器等），然后重试。</translation>
    </message>
    <message>
        <source>Your chats were saved by a newer version of Hearth ({path}).</source>
        <translation>这些聊天由更新版本的 Hearth 保存（{path}）。</translation>
    </message>
    <message>
        <source>This version cannot read them, and left them unchanged.</source>
        <translation>此版本无法读取它们，并已保持其原样。</translation>
    </message>
    <message>
        <source>Recover your chats here or with `hearth doctor --recover`.</source>
        <translation>请在此处或使用 `hearth doctor --recover` 恢复您的聊天。</translation>
    </message>
    <message>
        <source>Recover your chats here or with `hearth doctor --recover`. There is also a backup ({backup}).</source>
        <translation>请在此处或使用 `hearth doctor --recover` 恢复您的聊天。另有一个备份（{backup}）。</translation>
    </message>
    <message>
        <source>The file with your chats is damaged or was not made by Hearth ({path}).</source>
        <translation>聊天数据文件已损坏，或不是 Hearth 的文件（{path}）。</translation>
    </message>
    <message>
        <source>Hearth overwrote nothing; chats may be missing until the file is repaired.</source>
        <translation>Hearth 未覆盖任何内容；修复文件之前，聊天可能会有缺失。</translation>
    </message>
    <message>
        <source>Hearth cannot write to the disk with your chats ({path}): it is full, over its quota, or failing.</source>
        <translation>Hearth 无法写入聊天所在的磁盘（{path}）：已满、超出配额或出现故障。</translation>
    </message>
    <message>
        <source>Free some space. Hearth then saves answers automatically; send your unsent messages again.</source>
        <translation>请释放一些空间。之后 Hearth 会自动保存回答；未发送的内容请重新发送。</translation>
    </message>
    <message>
        <source>The disk failed to read the file with your chats ({path}).</source>
        <translation>磁盘无法读取聊天数据文件（{path}）。</translation>
    </message>
    <message>
        <source>Some chats cannot be shown; nothing changed.</source>
        <translation>部分聊天无法显示；未做任何更改。</translation>
    </message>
    <message>
        <source>Copy the file to another disk now, and check this disk.</source>
        <translation>请立即将该文件复制到其他磁盘，并检查此磁盘。</translation>
    </message>
    <message>
        <source>The file with your chats is write-protected ({path}).</source>
        <translation>聊天数据文件受写保护（{path}）。</translation>
    </message>
    <message>
        <source>Nothing changed, but Hearth cannot save anything new.</source>
        <translation>未做任何更改，但也无法保存新内容。</translation>
    </message>
    <message>
        <source>Make the file and its folder writable, then start Hearth again.</source>
        <translation>请将该文件及其文件夹设为可写，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>The file with your chats is damaged: parts of it are unreadable.</source>
        <translation>聊天数据文件已损坏：部分内容无法读取。</translation>
    </message>
    <message>
        <source>The file with your chats was not made by Hearth.</source>
        <translation>该聊天数据文件不是由 Hearth 创建的。</translation>
    </message>
    <message>
        <source>Your chats were saved by a newer version of Hearth.</source>
        <translation>这些聊天由更新版本的 Hearth 保存。</translation>
    </message>
    <message>
        <source>{n} records in your chats refer to missing ones.</source>
        <translation>{n} 条聊天记录引用了缺失的记录。</translation>
    </message>
    <message>
        <source>{n} of your chats or messages are inconsistent.</source>
        <translation>{n} 个聊天或消息彼此不一致。</translation>
    </message>
    <message>
        <source>Your chats are not indexed for search yet.</source>
        <translation>您的聊天尚未编入搜索索引。</translation>
    </message>
    <message>
        <source>Nothing was searched or changed.</source>
        <translation>未进行搜索，也未做任何更改。</translation>
    </message>
    <message>
        <source>Start Hearth once; it indexes them while you work.</source>
        <translation>请启动一次 Hearth；它会在您使用期间建立索引。</translation>
    </message>
    <message>
        <source>The search index is damaged.</source>
        <translation>搜索索引已损坏。</translation>
    </message>
    <message>
        <source>Only search is affected, not your chats.</source>
        <translation>聊天不受影响，仅搜索受影响。</translation>
    </message>
    <message>
        <source>Hearth rebuilds it in the background. Search again in a moment.</source>
        <translation>Hearth 会在后台重建索引。请稍后再搜索。</translation>
    </message>
    <message>
        <source>This chat is still answering.</source>
        <translation>此聊天仍在回答中。</translation>
    </message>
    <message>
        <source>Your message was not sent, but it is kept.</source>
        <translation>消息未发送，已为您保留。</translation>
    </message>
    <message>
        <source>Wait for the answer or stop it, then send again.</source>
        <translation>请等待回答完成或停止回答，然后重新发送。</translation>
    </message>
    <message>
        <source>This call does not wait for your decision any more.</source>
        <translation>此调用不再等待您的决定。</translation>
    </message>
    <message>
        <source>Look at the end of the chat.</source>
        <translation>请查看聊天的末尾。</translation>
    </message>
    <message>
        <source>There is no answer to do this with.</source>
        <translation>没有可进行此操作的回答。</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s chat format library is not installed.</source>
        <translation>未安装 llama.cpp 的聊天格式库。</translation>
    </message>
    <message>
        <source>Hearth recognises thinking only by the most common tags.</source>
        <translation>只能通过最常见的标记识别思考内容。</translation>
    </message>
    <message>
        <source>Install Hearth from its package, or build it with `make`.</source>
        <translation>请通过软件包安装 Hearth，或用 `make` 构建。</translation>
    </message>
    <message>
        <source>llama.cpp does not understand this model&apos;s chat template.</source>
        <translation>llama.cpp 无法理解此模型的聊天模板。</translation>
    </message>
    <message>
        <source>Hearth cannot separate its thinking and tool calls from the answer.</source>
        <translation>Hearth 无法将其思考内容和工具调用与回答分开。</translation>
    </message>
    <message>
        <source>You can chat with it anyway.</source>
        <translation>您仍然可以与其聊天。</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>未做任何更改。</translation>
    </message>
    <message>
        <source>Send a message first.</source>
        <translation>请先发送一条消息。</translation>
    </message>
    <message>
        <source>Your message does not fit: {n_total} of {n_ctx} tokens.</source>
        <translation>消息过长：{n_total} / {n_ctx} 个 token。</translation>
    </message>
    <message>
        <source>It was not sent; it is still in the message field of its chat.</source>
        <translation>消息未发送，仍在该聊天的输入框中。</translation>
    </message>
    <message>
        <source>Shorten it, leave out the oldest messages, or open the model with a larger context.</source>
        <translation>请缩短消息、略去最早的消息，或使用更大的上下文打开模型。</translation>
    </message>
    <message>
        <source>There are no older messages to leave out.</source>
        <translation>没有可略去的更早消息。</translation>
    </message>
    <message>
        <source>Shorten the message or its attachments, or open the model with a larger context.</source>
        <translation>请缩短消息或附件，或使用更大的上下文打开模型。</translation>
    </message>
    <message>
        <source>Your last message and the answer so far do not fit by themselves: {n_total} of {n_ctx} tokens.</source>
        <translation>您的上一条消息和已有的回答本身就放不下：{n_total} / {n_ctx} 个 token。</translation>
    </message>
    <message>
        <source>No messages were left out or lost.</source>
        <translation>没有略去或丢失任何消息。</translation>
    </message>
    <message>
        <source>The system prompt of this chat leaves no room for a message: {n_system} of {n_ctx} tokens.</source>
        <translation>此聊天的系统提示词没有给消息留下空间：{n_system} / {n_ctx} 个 token。</translation>
    </message>
    <message>
        <source>Shorten it in the settings of the chat, or open the model with a larger context.</source>
        <translation>请在聊天设置中缩短它，或使用更大的上下文打开模型。</translation>
    </message>
    <message>
        <source>The model could not summarise the oldest messages.</source>
        <translation>模型无法总结最早的消息。</translation>
    </message>
    <message>
        <source>Leave them out without a summary, or try again.</source>
        <translation>不写摘要直接略去，或重试。</translation>
    </message>
    <message>
        <source>The last answer in this chat is not saved yet.</source>
        <translation>此聊天的最后一个回答尚未保存。</translation>
    </message>
    <message>
        <source>Your message was not sent; Hearth keeps it and the answer.</source>
        <translation>消息未发送；Hearth 会保留消息和回答。</translation>
    </message>
    <message>
        <source>Free some disk space, and Hearth saves the answer; then send your message again.</source>
        <translation>请释放一些磁盘空间；Hearth 会自动保存，之后请重新发送。</translation>
    </message>
    <message>
        <source>The engine, the part of Hearth that runs the model, has stopped.</source>
        <translation>引擎（Hearth 中运行模型的部分）已停止。</translation>
    </message>
    <message>
        <source>Your message is kept; you can get an answer after a restart.</source>
        <translation>消息已保留；重新启动后即可获得回答。</translation>
    </message>
    <message>
        <source>Close Hearth and start it again.</source>
        <translation>请关闭 Hearth，然后重新启动。</translation>
    </message>
    <message>
        <source>Hearth is closing.</source>
        <translation>Hearth 正在关闭。</translation>
    </message>
    <message>
        <source>This was not completed; everything saved earlier is safe.</source>
        <translation>此操作未完成；之前保存的内容均安全。</translation>
    </message>
    <message>
        <source>Start Hearth again, then try again.</source>
        <translation>请重新启动 Hearth，然后重试。</translation>
    </message>
    <message>
        <source>Recycle Bin</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>File Explorer</source>
        <translation>文件资源管理器</translation>
    </message>
    <message>
        <source>the Finder</source>
        <translation>访达</translation>
    </message>
    <message>
        <source>Credential Manager</source>
        <translation>凭据管理器</translation>
    </message>
    <message>
        <source>keychain</source>
        <translation>钥匙串</translation>
    </message>
    <message>
        <source>trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>the file manager</source>
        <translation>文件管理器</translation>
    </message>
    <message>
        <source>keyring</source>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>Hearth cannot store what it knows of your documents ({reason}).</source>
        <translation>Hearth 无法保存有关您文档的信息（{reason}）。</translation>
    </message>
    <message>
        <source>Your files and your chats are not affected.</source>
        <translation>您的文件和聊天不受影响。</translation>
    </message>
    <message>
        <source>Free some space on the disk with Hearth&apos;s data, or make its folder writable.</source>
        <translation>请在存放 Hearth 数据的磁盘上释放空间，或将其文件夹设为可写。</translation>
    </message>
    <message>
        <source>Another program is using what Hearth knows of your documents.</source>
        <translation>另一个程序正在使用 Hearth 有关您文档的信息。</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>A newer version of Hearth has read your documents.</source>
        <translation>较新版本的 Hearth 读取过您的文档。</translation>
    </message>
    <message>
        <source>This version cannot use what it stored of them, and left it unchanged.</source>
        <translation>此版本无法使用其保存的内容，并已保持原样。</translation>
    </message>
    <message>
        <source>What Hearth knows of your documents was damaged.</source>
        <translation>Hearth 有关您文档的信息已损坏。</translation>
    </message>
    <message>
        <source>Your files, your list of documents and your chats are not affected.</source>
        <translation>您的文件、文档列表和聊天不受影响。</translation>
    </message>
    <message>
        <source>Hearth reads your documents again; try again in a moment.</source>
        <translation>Hearth 会重新读取您的文档；请稍后重试。</translation>
    </message>
    <message>
        <source>There is no file or folder {path}.</source>
        <translation>没有名为 {path} 的文件或文件夹。</translation>
    </message>
    <message>
        <source>Your list of documents is unchanged.</source>
        <translation>您的文档列表没有变化。</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <source>{path} is not in your list of documents.</source>
        <translation>{path} 不在您的文档列表中。</translation>
    </message>
    <message>
        <source>Name a file or folder as the list shows it.</source>
        <translation>请按列表中显示的方式指定文件或文件夹。</translation>
    </message>
    <message>
        <source>The chat template of this model failed: {message}</source>
        <translation>此模型的聊天模板出错：{message}</translation>
    </message>
    <message>
        <source>Nothing was sent to the model; your message is kept.</source>
        <translation>未向模型发送任何内容；消息已保留。</translation>
    </message>
    <message>
        <source>Change the chat template in the settings of this model, or open another version of the model.</source>
        <translation>请在此模型的设置中更改聊天模板，或打开该模型的其他版本。</translation>
    </message>
    <message>
        <source>The model {path} needs {needed} GB of memory; this machine can provide {limit} GB.</source>
        <translation>模型 {path} 需要 {needed} GB 内存，而此计算机最多可提供 {limit} GB。</translation>
    </message>
    <message>
        <source>Loading it would freeze the machine, so Hearth did not load it. Your chats are untouched.</source>
        <translation>加载它会使计算机卡死，因此 Hearth 未加载。聊天未受影响。</translation>
    </message>
    <message>
        <source>Open a smaller model or quantisation, or choose a smaller context.</source>
        <translation>请打开更小的模型或量化版本，或选择更小的上下文。</translation>
    </message>
    <message>
        <source>Hearth could not check whether {path} fits in memory.</source>
        <translation>Hearth 无法检查内存能否放下 {path}。</translation>
    </message>
    <message>
        <source>llama.cpp failed on this file. Nothing was loaded or changed.</source>
        <translation>llama.cpp 无法处理该文件。未加载或更改任何内容。</translation>
    </message>
    <message>
        <source>The file may be damaged: download it again, or try another.</source>
        <translation>文件可能已损坏：请重新下载，或尝试其他文件。</translation>
    </message>
    <message>
        <source>The GPU failed during the computation.</source>
        <translation>GPU 在计算过程中出错。</translation>
    </message>
    <message>
        <source>The answer so far is kept. Your chats are untouched.</source>
        <translation>目前的回答已保留。聊天未受影响。</translation>
    </message>
    <message>
        <source>Start Hearth again, or open the model with fewer layers on the GPU.</source>
        <translation>请重新启动 Hearth，或减少 GPU 上的层数后打开模型。</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>未加载模型。</translation>
    </message>
    <message>
        <source>Your message is kept.</source>
        <translation>您的消息已保留。</translation>
    </message>
    <message>
        <source>Open a model, then press Regenerate.</source>
        <translation>请打开模型，然后按“重新生成”。</translation>
    </message>
    <message>
        <source>The model is busy with other answers and has no room for this one.</source>
        <translation>模型正忙于其他回答，没有空间处理此回答。</translation>
    </message>
    <message>
        <source>Try again when the other answers have finished.</source>
        <translation>请在其他回答完成后重试。</translation>
    </message>
    <message>
        <source>Another model has been loaded in the meantime.</source>
        <translation>期间加载了另一个模型。</translation>
    </message>
    <message>
        <source>The alternatives shown are from the previous model.</source>
        <translation>显示的备选内容来自之前的模型。</translation>
    </message>
    <message>
        <source>Try again to see those of the current model.</source>
        <translation>请重试，以查看当前模型的备选内容。</translation>
    </message>
    <message>
        <source>Hearth could not compute the alternatives.</source>
        <translation>Hearth 无法计算备选内容。</translation>
    </message>
    <message>
        <source>Try again; if it fails again, reload the model.</source>
        <translation>请重试；如果再次失败，请重新加载模型。</translation>
    </message>
    <message>
        <source>This chat has {n_prompt} tokens, but the context of the model holds {n_ctx}.</source>
        <translation>此聊天有 {n_prompt} 个 token，而模型的上下文只能容纳 {n_ctx} 个。</translation>
    </message>
    <message>
        <source>Nothing is lost, but the model can no longer answer in this chat.</source>
        <translation>没有丢失任何内容，但模型无法再在此聊天中回答。</translation>
    </message>
    <message>
        <source>Start a new chat, or load the model with a larger context.</source>
        <translation>请新建聊天，或使用更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>{path} is a kind of model that does not generate text.</source>
        <translation>{path} 属于不能生成文本的模型类型。</translation>
    </message>
    <message>
        <source>No model is loaded. Your chats are untouched.</source>
        <translation>未加载模型。聊天未受影响。</translation>
    </message>
    <message>
        <source>Open a model made for chatting.</source>
        <translation>请打开用于聊天的模型。</translation>
    </message>
    <message>
        <source>{name} makes embeddings; it cannot chat.</source>
        <translation>{name} 用于生成嵌入向量，不能聊天。</translation>
    </message>
    <message>
        <source>Open a model made for chatting, then press Regenerate.</source>
        <translation>请打开用于聊天的模型，然后点击“重新生成”。</translation>
    </message>
    <message>
        <source>{name} is a chat model; it cannot make embeddings.</source>
        <translation>{name} 是聊天模型，不能生成嵌入向量。</translation>
    </message>
    <message>
        <source>Nothing was embedded.</source>
        <translation>未生成任何嵌入向量。</translation>
    </message>
    <message>
        <source>Load an embedding model.</source>
        <translation>请加载嵌入模型。</translation>
    </message>
    <message>
        <source>Text {number} has {n_tokens} tokens; this model accepts at most {most}.</source>
        <translation>第 {number} 段文本有 {n_tokens} 个 token；此模型最多接受 {most} 个。</translation>
    </message>
    <message>
        <source>Split it into shorter texts.</source>
        <translation>请将其拆分为较短的文本。</translation>
    </message>
    <message>
        <source>Text {number} is empty.</source>
        <translation>第 {number} 段文本为空。</translation>
    </message>
    <message>
        <source>Leave it out.</source>
        <translation>请将其去掉。</translation>
    </message>
    <message>
        <source>Text {number} contains token {token}; this model only has tokens below {n_vocab}.</source>
        <translation>第 {number} 段文本含有 token {token}；此模型只有编号小于 {n_vocab} 的 token。</translation>
    </message>
    <message>
        <source>Send plain text: token numbers differ between models.</source>
        <translation>请发送纯文本：不同模型的 token 编号各不相同。</translation>
    </message>
    <message>
        <source>llama.cpp cannot compute on this machine: every self-test crashed.</source>
        <translation>llama.cpp 无法在此计算机上进行计算：所有自检均崩溃。</translation>
    </message>
    <message>
        <source>No model can be loaded. You can still read your chats.</source>
        <translation>无法加载任何模型。聊天未受影响，仍可查看。</translation>
    </message>
    <message>
        <source>Reinstall llama-cpp-python as the README describes, or update the driver.</source>
        <translation>请按照 README 中的说明重新安装 llama-cpp-python，或更新驱动程序。</translation>
    </message>
    <message>
        <source>Another Hearth is using the conversation memory.</source>
        <translation>另一个 Hearth 正在使用已存储的聊天记忆。</translation>
    </message>
    <message>
        <source>The stored memory of this chat is not deleted yet; your choice is kept.</source>
        <translation>此聊天的已存储记忆尚未删除；您的选择已保留。</translation>
    </message>
    <message>
        <source>Close the other Hearth (it may be a `hearth cache` command), then try again.</source>
        <translation>请关闭另一个 Hearth（可能是 `hearth cache` 命令），然后重试。</translation>
    </message>
    <message>
        <source>Hearth could not delete the result of the self-test.</source>
        <translation>无法删除自检结果。</translation>
    </message>
    <message>
        <source>Hearth keeps using the previous configuration.</source>
        <translation>Hearth 将继续使用之前选定的配置。</translation>
    </message>
    <message>
        <source>Delete the file {file} yourself, then open the model again.</source>
        <translation>请自行删除文件 {file}，然后重新打开模型。</translation>
    </message>
    <message>
        <source>The beginning of the answer does not match the required form.</source>
        <translation>回答的开头不符合所要求的形式。</translation>
    </message>
    <message>
        <source>Nothing was sent to the model; the text is kept.</source>
        <translation>未向模型发送任何内容；文字已保留。</translation>
    </message>
    <message>
        <source>Change the beginning, or the form of the answer in the chat settings, or regenerate the answer.</source>
        <translation>请更改开头，或在聊天设置中更改回答的形式，或重新生成回答。</translation>
    </message>
    <message>
        <source>No token of this model fits the form of the answer here.</source>
        <translation>此模型没有符合此处回答形式的 token。</translation>
    </message>
    <message>
        <source>The answer is incomplete; the text so far is kept.</source>
        <translation>回答不完整；目前的文字已保留。</translation>
    </message>
    <message>
        <source>Simplify the form of the answer in the chat settings.</source>
        <translation>请在聊天设置中简化回答的形式。</translation>
    </message>
    <message>
        <source>The answer ended before its required form was complete.</source>
        <translation>回答在所要求的形式完成之前就结束了。</translation>
    </message>
    <message>
        <source>The partial answer is kept, but it does not match the form.</source>
        <translation>不完整的回答已保留，但不符合该形式。</translation>
    </message>
    <message>
        <source>Press Continue, or first allow longer answers in the chat settings.</source>
        <translation>请按“继续”，或先在聊天设置中允许更长的回答。</translation>
    </message>
    <message>
        <source>Hearth does not know how this model calls tools.</source>
        <translation>Hearth 不知道此模型如何调用工具。</translation>
    </message>
    <message>
        <source>Nothing was sent to the model.</source>
        <translation>未向模型发送任何内容。</translation>
    </message>
    <message>
        <source>Ask without tools, or choose a model that supports them.</source>
        <translation>请不使用工具提问，或选择支持工具的模型。</translation>
    </message>
    <message>
        <source>Hearth loads the model without that machine if the others have enough memory.</source>
        <translation>如果其他机器的内存足够，Hearth 将不使用那台机器加载模型。</translation>
    </message>
    <message>
        <source>This build of Hearth has no RPC backend, which other machines need.</source>
        <translation>此版本的 Hearth 没有其他计算机所需的 RPC 后端。</translation>
    </message>
    <message>
        <source>Hearth loads the model on this machine alone if it has enough memory.</source>
        <translation>如果本机内存足够，Hearth 将只在本机上加载模型。</translation>
    </message>
    <message>
        <source>Run Hearth from its source code, after `python packaging/setup/rpc_backend.py`.</source>
        <translation>请先运行 `python packaging/setup/rpc_backend.py`，再从源代码启动 Hearth。</translation>
    </message>
    <message>
        <source>Start llama.cpp&apos;s rpc-server there, or correct the address in the settings of the model; then load the model again.</source>
        <translation>请在那里启动 llama.cpp 的 rpc-server，或在模型的设置中更正地址，然后重新加载模型。</translation>
    </message>
    <message>
        <source>The GPU is not used: it failed the self-test on this machine.</source>
        <translation>未使用 GPU：它在此计算机上未通过自检。</translation>
    </message>
    <message>
        <source>There is memory for {n} of {n_wished} tokens.</source>
        <translation>内存只够容纳 {n} 个 token（期望 {n_wished} 个）。</translation>
    </message>
    <message>
        <source>The system does not let Hearth lock the whole model in memory.</source>
        <translation>系统不允许 Hearth 将整个模型锁定在内存中。</translation>
    </message>
    <message>
        <source>The GPU {name} is unavailable, so Hearth uses the processor.</source>
        <translation>GPU {name} 已不可用，因此 Hearth 使用处理器。</translation>
    </message>
    <message>
        <source>Your chats continue where they stopped.</source>
        <translation>聊天可从上次结束处继续。</translation>
    </message>
    <message>
        <source>Its driver is missing or not working; reinstall it to use the GPU.</source>
        <translation>其驱动程序已被移除或无法工作；要使用 GPU，请重新安装驱动程序。</translation>
    </message>
    <message>
        <source>Hearth was closed before the answer finished.</source>
        <translation>回答完成之前 Hearth 已关闭。</translation>
    </message>
    <message>
        <source>The answer so far is kept.</source>
        <translation>目前的回答已保留。</translation>
    </message>
    <message>
        <source>The engine, the part of Hearth that runs models, did not start.</source>
        <translation>无法启动引擎（Hearth 中运行模型的部分）。</translation>
    </message>
    <message>
        <source>No model can answer. Your chats are untouched.</source>
        <translation>没有模型可以回答。聊天未受影响。</translation>
    </message>
    <message>
        <source>Start Hearth again; if that does not help, reinstall it.</source>
        <translation>请重新启动 Hearth；如果仍无效，请重新安装。</translation>
    </message>
    <message>
        <source>The engine crashed.</source>
        <translation>引擎崩溃。</translation>
    </message>
    <message>
        <source>The engine crashed while loading a model.</source>
        <translation>引擎在加载模型时崩溃。</translation>
    </message>
    <message>
        <source>The engine crashed in the middle of an answer.</source>
        <translation>引擎在回答过程中崩溃。</translation>
    </message>
    <message>
        <source>The engine stopped responding.</source>
        <translation>引擎停止响应。</translation>
    </message>
    <message>
        <source>The engine stopped responding while loading a model.</source>
        <translation>引擎在加载模型时停止响应。</translation>
    </message>
    <message>
        <source>The engine stopped responding in the middle of an answer.</source>
        <translation>引擎在回答过程中停止响应。</translation>
    </message>
    <message>
        <source>The model stopped, probably because memory ran out.</source>
        <translation>模型已停止，可能是因为内存不足。</translation>
    </message>
    <message>
        <source>The model stopped while loading, probably because memory ran out.</source>
        <translation>模型在加载时停止，可能是因为内存不足。</translation>
    </message>
    <message>
        <source>The model stopped in the middle of an answer, probably because memory ran out.</source>
        <translation>模型在回答途中停止，可能是因为内存不足。</translation>
    </message>
    <message>
        <source>Hearth reloads the model automatically.</source>
        <translation>Hearth 会自动重新加载该模型。</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on without other machines.</source>
        <translation>Hearth 会重新加载该模型，今后不再使用其他机器。</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on without repacked weights.</source>
        <translation>Hearth 会重新加载该模型，今后不再重排权重。</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on with fewer layers on the GPU.</source>
        <translation>Hearth 会重新加载该模型，今后在 GPU 上放置更少的层。</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on without the GPU.</source>
        <translation>Hearth 会重新加载该模型，今后不再使用 GPU。</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on without flash attention.</source>
        <translation>Hearth 会重新加载该模型，今后不再使用 Flash Attention。</translation>
    </message>
    <message>
        <source>The machine at {address} no longer responds.</source>
        <translation>位于 {address} 的机器不再响应。</translation>
    </message>
    <message>
        <source>The machines at {names} no longer respond.</source>
        <translation>位于 {names} 的机器不再响应。</translation>
    </message>
    <message>
        <source>Hearth reloads the model without it.</source>
        <translation>Hearth 会在不使用它的情况下重新加载模型。</translation>
    </message>
    <message>
        <source>Hearth reloads the model without them.</source>
        <translation>Hearth 会在不使用它们的情况下重新加载模型。</translation>
    </message>
    <message>
        <source>Your chats are untouched.</source>
        <translation>聊天未受影响。</translation>
    </message>
    <message>
        <source>Hearth restarts the engine without a model. Open another model, or open this one again to retry it.</source>
        <translation>Hearth 将重新启动引擎，但不加载模型。请打开其他模型，或重新打开此模型再试。</translation>
    </message>
    <message>
        <source>Hearth restarts the engine.</source>
        <translation>Hearth 将重新启动引擎。</translation>
    </message>
    <message>
        <source>Something went wrong inside Hearth ({error}).</source>
        <translation>Hearth 内部出错（{error}）。</translation>
    </message>
    <message>
        <source>Your chats are safe on disk.</source>
        <translation>聊天已安全保存在磁盘上。</translation>
    </message>
    <message>
        <source>Try again; if it keeps happening, restart Hearth and report the details.</source>
        <translation>请重试；如果问题仍然出现，请重新启动 Hearth 并报告详细信息。</translation>
    </message>
    <message>
        <source>It needs {needed} GB of memory; taking more than {limit} GB would freeze this machine.</source>
        <translation>需要 {needed} GB 内存；占用超过 {limit} GB 会使此计算机卡死。</translation>
    </message>
    <message>
        <source>With room for an answer, this chat needs {n_needed} tokens; the model was trained for {n_ctx}.</source>
        <translation>加上回答所需的空间，此聊天需要 {n_needed} 个 token；该模型的训练上下文为 {n_ctx} 个。</translation>
    </message>
    <message>
        <source>With room for an answer, this chat needs {n_needed} tokens; there is memory for {n_ctx}.</source>
        <translation>加上回答所需的空间，此聊天需要 {n_needed} 个 token；内存只够容纳 {n_ctx} 个。</translation>
    </message>
    <message>
        <source>Its settings keep it off the GPU; it runs on the processor.</source>
        <translation>其设置不使用 GPU；它在处理器上运行。</translation>
    </message>
    <message>
        <source>Its settings allow {n} of {n_layers} layers on the GPU.</source>
        <translation>其设置允许 GPU 上放置 {n} / {n_layers} 层。</translation>
    </message>
    <message>
        <source>It needs {needed} GB of memory and {free} GB is free: other programs may slow down, and Hearth may read parts of the model from disk repeatedly.</source>
        <translation>需要 {needed} GB 内存，而可用内存为 {free} GB：其他程序可能变慢，Hearth 可能反复从磁盘读取模型的部分内容。</translation>
    </message>
    <message>
        <source>It fits with a context of {n} tokens, but not with the {n_wished} requested.</source>
        <translation>上下文为 {n} 个 token 时放得下，但达不到期望的 {n_wished} 个。</translation>
    </message>
    <message>
        <source>There is enough free memory.</source>
        <translation>可用内存足够。</translation>
    </message>
    <message>
        <source>All layers fit on the GPU.</source>
        <translation>所有层都可放入 GPU。</translation>
    </message>
    <message>
        <source>The GPU has too little free memory; this model runs on the processor.</source>
        <translation>GPU 的可用内存太少；此模型由处理器运行。</translation>
    </message>
    <message>
        <source>The experts of {n} of {n_layers} layers stay on the processor; the rest fits on the GPU.</source>
        <translation>{n} / {n_layers} 层的专家留在处理器上，其余部分可放入 GPU。</translation>
    </message>
    <message>
        <source>{n} of {n_layers} layers fit on the GPU; the rest runs slower.</source>
        <translation>{n} / {n_layers} 层可放入 GPU，其余部分运行较慢。</translation>
    </message>
    <message>
        <source>Your chats are where they were; nothing is lost.</source>
        <translation>聊天仍在原处，没有丢失任何内容。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: you stopped it.</source>
        <translation>Hearth 的文件夹未移动：操作已被您停止。</translation>
    </message>
    <message>
        <source>You can move it any time.</source>
        <translation>可随时再次移动。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: it needs {needed} MB, but only {free} MB is free there.</source>
        <translation>Hearth 的文件夹未移动：需要 {needed} MB，而目标位置可用空间为 {free} MB。</translation>
    </message>
    <message>
        <source>Free some space on that disk, or choose a folder on another.</source>
        <translation>请在该磁盘上腾出空间，或选择其他磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: its location was given when Hearth was started.</source>
        <translation>Hearth 的文件夹未移动：其位置是在启动 Hearth 时指定的。</translation>
    </message>
    <message>
        <source>Close Hearth, move the folder yourself, and start Hearth with the new location.</source>
        <translation>请关闭 Hearth，自行移动该文件夹，然后以新位置启动 Hearth。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: the new folder is the old one or inside it.</source>
        <translation>Hearth 的文件夹未移动：新文件夹就是原文件夹，或位于原文件夹之中。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: {folder} is not empty.</source>
        <translation>Hearth 的文件夹未移动：{folder} 不是空文件夹。</translation>
    </message>
    <message>
        <source>Choose an empty folder.</source>
        <translation>请选择空文件夹。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: the disk is full.</source>
        <translation>Hearth 的文件夹未移动：磁盘已满。</translation>
    </message>
    <message>
        <source>Free some space, or choose another disk.</source>
        <translation>请在该磁盘上腾出空间，或选择其他磁盘。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved ({file}: {cause}).</source>
        <translation>Hearth 的文件夹未移动（{file}：{cause}）。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved ({cause}).</source>
        <translation>Hearth 的文件夹未移动（{cause}）。</translation>
    </message>
    <message>
        <source>Choose a folder that you can write to, on a working disk.</source>
        <translation>请选择有写入权限且磁盘工作正常的文件夹。</translation>
    </message>
    <message>
        <source>Hearth could not delete everything: {file} ({reason}).</source>
        <translation>Hearth 未能全部删除：{file}（{reason}）。</translation>
    </message>
    <message>
        <source>Hearth could not delete everything: {file} and {n} more ({reason}).</source>
        <translation>Hearth 未能全部删除：{file} 以及另外 {n} 个文件（{reason}）。</translation>
    </message>
    <message>
        <source>The rest of what you chose is deleted.</source>
        <translation>您选择的其余内容已删除。</translation>
    </message>
    <message>
        <source>Close other programs that may use it, and reset Hearth again.</source>
        <translation>请关闭可能正在使用这些文件的其他程序，然后再次重置 Hearth。</translation>
    </message>
    <message>
        <source>The stored memory was not deleted: {store} is not marked as Hearth&apos;s own.</source>
        <translation>已存储的聊天记忆未删除：{store} 未标记为 Hearth 自己的文件夹。</translation>
    </message>
    <message>
        <source>Everything else you chose is deleted; that folder is untouched.</source>
        <translation>您选择的其他内容均已删除；该文件夹未受影响。</translation>
    </message>
    <message>
        <source>If it contains none of your files, delete the folder yourself.</source>
        <translation>如果其中没有您自己的文件，请自行删除该文件夹。</translation>
    </message>
    <message>
        <source>It cannot be used as a model; nothing was changed.</source>
        <translation>它无法用作模型；未做任何更改。</translation>
    </message>
    <message>
        <source>Download the file again; the usual cause is an interrupted download.</source>
        <translation>请重新下载该文件；通常是下载中断所致。</translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation>{name} 不是 GGUF 文件。</translation>
    </message>
    <message>
        <source>It is not a GGUF file.</source>
        <translation>不是 GGUF 文件。</translation>
    </message>
    <message>
        <source>Choose a file in the GGUF format.</source>
        <translation>请选择 GGUF 格式的文件。</translation>
    </message>
    <message>
        <source>The file {name} is incomplete: it ends inside its header.</source>
        <translation>文件 {name} 不完整：在文件头中就结束了。</translation>
    </message>
    <message>
        <source>It is incomplete: it ends inside its header.</source>
        <translation>文件不完整：在文件头中就结束了。</translation>
    </message>
    <message>
        <source>The header of {name} is damaged.</source>
        <translation>{name} 的文件头已损坏。</translation>
    </message>
    <message>
        <source>Its header is damaged.</source>
        <translation>文件头已损坏。</translation>
    </message>
    <message>
        <source>{name} was made for big-endian processors.</source>
        <translation>{name} 适用于大端序处理器。</translation>
    </message>
    <message>
        <source>It was made for big-endian processors.</source>
        <translation>适用于大端序处理器。</translation>
    </message>
    <message>
        <source>Choose the standard, little-endian file of this model.</source>
        <translation>请选择此模型的标准小端序文件。</translation>
    </message>
    <message>
        <source>{name} has version {version} of the GGUF format; Hearth reads 2 and 3.</source>
        <translation>{name} 的 GGUF 格式版本为 {version}；Hearth 可读取版本 2 和 3。</translation>
    </message>
    <message>
        <source>It has version {version} of the GGUF format.</source>
        <translation>GGUF 格式版本为 {version}。</translation>
    </message>
    <message>
        <source>Choose a newer file of this model, or update Hearth if the file is newer.</source>
        <translation>请选择此模型较新的文件；如果文件更新，请更新 Hearth。</translation>
    </message>
    <message>
        <source>Hearth cannot read the file {name} ({reason}).</source>
        <translation>无法读取文件 {name}（{reason}）。</translation>
    </message>
    <message>
        <source>Hearth cannot read it ({reason}).</source>
        <translation>无法读取（{reason}）。</translation>
    </message>
    <message>
        <source>Check that the file exists and that you can read it.</source>
        <translation>请检查该文件是否存在，以及您是否有读取权限。</translation>
    </message>
    <message>
        <source>Any GPU with a Vulkan driver</source>
        <translation>任意支持 Vulkan 驱动程序的 GPU</translation>
    </message>
    <message>
        <source>NVIDIA, with the CUDA toolkit installed</source>
        <translation>NVIDIA，需安装 CUDA 工具包</translation>
    </message>
    <message>
        <source>AMD, with ROCm installed</source>
        <translation>AMD，需安装 ROCm</translation>
    </message>
    <message>
        <source>Apple, where Hearth uses Metal automatically</source>
        <translation>Apple，自动使用 Metal</translation>
    </message>
    <message>
        <source>Any GPU with a Vulkan driver, with the Vulkan SDK installed</source>
        <translation>任意支持 Vulkan 驱动程序的 GPU，需安装 Vulkan SDK</translation>
    </message>
    <message>
        <source>Hearth could not find out which devices llama.cpp can use.</source>
        <translation>Hearth 无法查明 llama.cpp 可以使用哪些设备。</translation>
    </message>
    <message>
        <source>Models still load where that is safe.</source>
        <translation>在安全的情况下仍会加载模型。</translation>
    </message>
    <message>
        <source>Try again; if it keeps happening, update your graphics driver.</source>
        <translation>请重试；如果问题依旧，请更新显卡驱动程序。</translation>
    </message>
    <message>
        <source>It is not a regular file.</source>
        <translation>不是普通文件。</translation>
    </message>
    <message>
        <source>The folder has more than {limit} files.</source>
        <translation>文件夹中的文件超过 {limit} 个。</translation>
    </message>
    <message>
        <source>The archive is damaged or incomplete.</source>
        <translation>压缩包已损坏或不完整。</translation>
    </message>
    <message>
        <source>The archive has more than {limit} files.</source>
        <translation>压缩包中的文件超过 {limit} 个。</translation>
    </message>
    <message>
        <source>The archive is password-protected.</source>
        <translation>压缩包受密码保护。</translation>
    </message>
    <message>
        <source>The archive unpacks to far more than it should, so Hearth stopped reading it.</source>
        <translation>压缩包解压后的大小远超正常范围，因此 Hearth 停止了读取。</translation>
    </message>
    <message>
        <source>Hearth cannot write {path} ({reason}).</source>
        <translation>无法写入 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>Your chats are unchanged; files written earlier are complete.</source>
        <translation>聊天未更改；之前已写入的文件是完整的。</translation>
    </message>
    <message>
        <source>Choose another folder, or free some space, then export again.</source>
        <translation>请选择其他文件夹，或在磁盘上腾出空间，然后重新导出。</translation>
    </message>
    <message>
        <source>{path} already exists.</source>
        <translation>{path} 已存在。</translation>
    </message>
    <message>
        <source>Nothing was written, and that file is unchanged.</source>
        <translation>未写入任何内容，该文件未更改。</translation>
    </message>
    <message>
        <source>Choose another name, or choose to replace the file.</source>
        <translation>请选择其他名称，或选择替换该文件。</translation>
    </message>
    <message>
        <source>There is no chat to export.</source>
        <translation>没有可导出的聊天。</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>未写入任何内容。</translation>
    </message>
    <message>
        <source>Choose an existing chat, or start one first.</source>
        <translation>请指定一个现有的聊天，或先新建一个。</translation>
    </message>
    <message>
        <source>{name} cannot be imported: {reason}</source>
        <translation>无法导入 {name}：{reason}</translation>
    </message>
    <message>
        <source>Nothing was imported; your chats are unchanged.</source>
        <translation>未导入任何内容；聊天未更改。</translation>
    </message>
    <message>
        <source>Free some space on that disk, then import the file again.</source>
        <translation>请在该磁盘上腾出空间，然后重新导入文件。</translation>
    </message>
    <message>
        <source>Hearth could not store a picture or sound from the file in {folder} ({reason}).</source>
        <translation>无法将文件中的图片或声音保存到 {folder}（{reason}）。</translation>
    </message>
    <message>
        <source>Choose a file exported from Hearth, ChatGPT, Claude, Open WebUI, Jan or LM Studio.</source>
        <translation>请选择由 Hearth、ChatGPT、Claude、Open WebUI、Jan 或 LM Studio 导出的文件。</translation>
    </message>
    <message>
        <source>Chats imported before the error are complete; the others are missing.</source>
        <translation>出错之前导入的聊天是完整的；其余的缺失。</translation>
    </message>
    <message>
        <source>It has no list of messages.</source>
        <translation>没有消息列表。</translation>
    </message>
    <message>
        <source>It contains no chats.</source>
        <translation>其中没有聊天。</translation>
    </message>
    <message>
        <source>Hearth cannot read it: {error}.</source>
        <translation>无法读取：{error}。</translation>
    </message>
    <message>
        <source>It is nested too deeply.</source>
        <translation>嵌套过深。</translation>
    </message>
    <message>
        <source>A number in it is too long.</source>
        <translation>其中有数字过长。</translation>
    </message>
    <message>
        <source>A single chat in it is larger than {limit} MB.</source>
        <translation>其中单个聊天超过 {limit} MB。</translation>
    </message>
    <message>
        <source>A single chat in it has more than {n} million parts.</source>
        <translation>其中一个聊天的组成部分超过 {n} 百万个。</translation>
    </message>
    <message>
        <source>The file ends in the middle; the rest is missing.</source>
        <translation>文件中途结束，其余部分缺失。</translation>
    </message>
    <message>
        <source>Part of the file is not valid JSON.</source>
        <translation>文件的一部分不是有效的 JSON。</translation>
    </message>
    <message>
        <source>It has no messages with text.</source>
        <translation>没有包含文本的消息。</translation>
    </message>
    <message>
        <source>Pictures, kept as a note in the text: {n}</source>
        <translation>图片（以说明形式保留在文本中）：{n}</translation>
    </message>
    <message>
        <source>Sound or video, kept as a note in the text: {n}</source>
        <translation>音频或视频（以说明形式保留在文本中）：{n}</translation>
    </message>
    <message>
        <source>Files without their text, kept as a note: {n}</source>
        <translation>没有文本内容的文件（以说明形式保留）：{n}</translation>
    </message>
    <message>
        <source>Tool calls and their results, kept as text: {n}</source>
        <translation>工具调用及其结果（以文本形式保留）：{n}</translation>
    </message>
    <message>
        <source>Parts of an unknown kind, kept as a note: {n}</source>
        <translation>未知类型的内容（以说明形式保留）：{n}</translation>
    </message>
    <message>
        <source>Messages with an unknown role, kept as the user’s: {n}</source>
        <translation>未知角色的消息（视为用户消息保留）：{n}</translation>
    </message>
    <message>
        <source>Hidden messages of the other program, left out: {n}</source>
        <translation>其他程序的隐藏消息（已略过）：{n}</translation>
    </message>
    <message>
        <source>Messages without a valid time: {n}</source>
        <translation>没有有效时间的消息：{n}</translation>
    </message>
    <message>
        <source>Messages whose previous message is missing: {n}</source>
        <translation>前一条消息缺失的消息：{n}</translation>
    </message>
    <message>
        <source>Unreadable pictures and sounds, left out: {n}</source>
        <translation>无法读取而略去的图片和声音：{n}</translation>
    </message>
    <message>
        <source>Pictures and sounds whose files are missing: {n}</source>
        <translation>文件缺失的图片和声音：{n}</translation>
    </message>
    <message>
        <source>It contains no chats in a known format.</source>
        <translation>其中没有已知格式的聊天。</translation>
    </message>
    <message>
        <source>A single chat in it has too many messages.</source>
        <translation>其中单个聊天的消息过多。</translation>
    </message>
    <message>
        <source>The file ends in the middle; the last chats may be missing.</source>
        <translation>文件中途结束，最后几个聊天可能缺失。</translation>
    </message>
    <message>
        <source>It is not a chat.</source>
        <translation>不是聊天。</translation>
    </message>
    <message>
        <source>It was written by a newer version of Hearth. Install the newest version.</source>
        <translation>由更新版本的 Hearth 写入。请安装最新版本。</translation>
    </message>
    <message>
        <source>It has no messages that Hearth can read.</source>
        <translation>没有 Hearth 能读取的消息。</translation>
    </message>
    <message>
        <source>Your chats still work and are saved, but the model will reread them from the start when you reopen them.</source>
        <translation>聊天仍可使用并会保存，但重新打开时模型会从头读取。</translation>
    </message>
    <message>
        <source>Your chats still work and are saved, and Hearth uses what is stored, but the model will reread new messages when you reopen a chat.</source>
        <translation>聊天仍可使用并会保存，Hearth 也会使用已存储的内容，但重新打开聊天时模型会再次读取新消息。</translation>
    </message>
    <message>
        <source>Hearth cannot use its cache folder {root} ({reason}).</source>
        <translation>Hearth 无法使用其缓存文件夹 {root}（{reason}）。</translation>
    </message>
    <message>
        <source>Make the folder writable, or choose another one with --data-dir, then restart.</source>
        <translation>请将该文件夹设为可写，或使用 --data-dir 选择其他文件夹，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>The disk with {root} is almost full, so Hearth no longer keeps chats warm.</source>
        <translation>{root} 所在的磁盘即将用满，因此 Hearth 不再存储聊天记忆。</translation>
    </message>
    <message>
        <source>Free some disk space and restart Hearth.</source>
        <translation>请释放一些磁盘空间，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Less than {reserve} is free on the disk with {root}, so Hearth stores nothing more there.</source>
        <translation>{root} 所在磁盘的可用空间少于 {reserve}，因此 Hearth 不再在那里存储内容。</translation>
    </message>
    <message>
        <source>Free some disk space; storing then resumes automatically.</source>
        <translation>请释放一些磁盘空间，之后会自动继续存储。</translation>
    </message>
    <message>
        <source>Hearth has reached today&apos;s limit of {limit} of stored conversation memory.</source>
        <translation>Hearth 今天存储的聊天记忆已达到 {limit} 的上限。</translation>
    </message>
    <message>
        <source>Storing resumes tomorrow; you can raise the limit under Conversation memory.</source>
        <translation>明天会继续存储；可在“聊天记忆”中提高上限。</translation>
    </message>
    <message>
        <source>The memory of this chat no longer fits in the {limit} that Hearth may use.</source>
        <translation>此聊天的记忆已超出 Hearth 可用的 {limit}。</translation>
    </message>
    <message>
        <source>Allow more under Conversation memory, or unpin chats there.</source>
        <translation>请在“聊天记忆”中提高上限，或取消固定一些聊天。</translation>
    </message>
    <message>
        <source>Close it and try again; `hearth cache list` works in the meantime.</source>
        <translation>请将其关闭后重试；在此期间可使用 `hearth cache list`。</translation>
    </message>
    <message>
        <source>Hearth could not delete stored memory in {root} ({reason}); files left: {n}.</source>
        <translation>无法删除 {root} 中已存储的聊天记忆（{reason}）；剩余文件：{n}。</translation>
    </message>
    <message>
        <source>Hearth no longer uses these files, but they are still on the disk.</source>
        <translation>Hearth 不再使用这些文件，但它们仍在磁盘上。</translation>
    </message>
    <message>
        <source>Close other programs that use them; Hearth tries again at the next start.</source>
        <translation>请关闭可能正在使用这些文件的其他程序；Hearth 会在下次启动时重试。</translation>
    </message>
    <message>
        <source>The memory of a chat with this model takes {size}; Hearth stores at most {limit} at once.</source>
        <translation>使用此模型的聊天记忆占用 {size}；Hearth 一次最多存储 {limit}。</translation>
    </message>
    <message>
        <source>The model rereads chats as long as this one when you open them; nothing is lost.</source>
        <translation>打开与此聊天一样长的聊天时，模型会重新读取；不会丢失任何内容。</translation>
    </message>
    <message>
        <source>Start a new chat from time to time; Hearth stores shorter chats with this model.</source>
        <translation>请适时新建聊天；Hearth 会存储使用此模型的较短聊天。</translation>
    </message>
    <message>
        <source>Hearth could not read the memory settings of individual chats ({path}: {reason}).</source>
        <translation>Hearth 无法读取各个聊天的记忆设置（{path}：{reason}）。</translation>
    </message>
    <message>
        <source>Hearth restores them from your chats when its window opens. Until then, no chat is pinned or switched off.</source>
        <translation>窗口打开时，Hearth 会从您的聊天中恢复这些设置。在此之前，没有聊天被固定或关闭存储。</translation>
    </message>
    <message>
        <source>Hearth could not save the memory settings of individual chats to {path} ({reason}).</source>
        <translation>Hearth 无法将各个聊天的记忆设置保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>Your change applies until you close Hearth.</source>
        <translation>您的更改在关闭 Hearth 之前有效。</translation>
    </message>
    <message>
        <source>Make the file and its folder writable, or free some space.</source>
        <translation>请将该文件及其文件夹设为可写，或释放一些空间。</translation>
    </message>
    <message>
        <source>Hearth could not write to its cache folder {root} ({reason}).</source>
        <translation>Hearth 无法写入其缓存文件夹 {root}（{reason}）。</translation>
    </message>
    <message>
        <source>Check the disk and restart Hearth; you can safely delete the cache folder.</source>
        <translation>请检查磁盘并重新启动 Hearth；缓存文件夹可以安全删除。</translation>
    </message>
    <message>
        <source>Hearth cannot use the index of stored chats {path}.</source>
        <translation>无法使用已存储聊天的索引 {path}。</translation>
    </message>
    <message>
        <source>The disk is full: free some space and restart Hearth.</source>
        <translation>磁盘已满：请释放一些空间，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Restart Hearth; it then rebuilds the index from the stored files.</source>
        <translation>请重新启动 Hearth，它会根据已存储的文件重建索引。</translation>
    </message>
    <message>
        <source>Make the file readable, then start Hearth again.</source>
        <translation>请将该文件设为可读，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Fix or delete {path}.</source>
        <translation>请更正或删除 {path}。</translation>
    </message>
    <message>
        <source>Open the window; Hearth moved the file to {broken}.</source>
        <translation>请打开窗口；Hearth 已将该文件移至 {broken}。</translation>
    </message>
    <message>
        <source>This copy of Hearth does not know which packages it needs.</source>
        <translation>此 Hearth 副本不知道自己依赖哪些软件包。</translation>
    </message>
    <message>
        <source>Hearth cannot list their licences. Your chats are not affected.</source>
        <translation>Hearth 无法列出它们的许可证。您的聊天不受影响。</translation>
    </message>
    <message>
        <source>Install Hearth from one of its packages, or with pip.</source>
        <translation>请通过软件包或 pip 安装 Hearth。</translation>
    </message>
    <message>
        <source>The adapter {path} was made for another model.</source>
        <translation>适配器 {path} 是为其他模型制作的。</translation>
    </message>
    <message>
        <source>The model was not loaded. Your chats are untouched.</source>
        <translation>未加载模型。聊天未受影响。</translation>
    </message>
    <message>
        <source>There is no readable model file at {path}.</source>
        <translation>{path} 处没有可读取的模型文件。</translation>
    </message>
    <message>
        <source>Check whether the file was moved or deleted, or open another model.</source>
        <translation>请检查该文件是否被移动或删除，或打开其他模型。</translation>
    </message>
    <message>
        <source>{path} is not a GGUF model file.</source>
        <translation>{path} 不是 GGUF 模型文件。</translation>
    </message>
    <message>
        <source>The file is damaged or not a model: download it again, or choose another.</source>
        <translation>文件已损坏或不是模型：请选择其他文件，或重新下载。</translation>
    </message>
    <message>
        <source>The model file {path} is incomplete or damaged.</source>
        <translation>模型文件 {path} 不完整或已损坏。</translation>
    </message>
    <message>
        <source>{path} is not an embedding model.</source>
        <translation>{path} 不是嵌入模型。</translation>
    </message>
    <message>
        <source>This version of Hearth cannot run models of the kind of {path} ({architecture}).</source>
        <translation>此版本的 Hearth 无法运行 {path} 这类模型（{architecture}）。</translation>
    </message>
    <message>
        <source>Update Hearth, or open a model of another kind.</source>
        <translation>请更新 Hearth，或打开其他类型的模型。</translation>
    </message>
    <message>
        <source>The model {path} does not fit in this machine&apos;s memory.</source>
        <translation>此计算机的内存放不下模型 {path}。</translation>
    </message>
    <message>
        <source>Close other programs, or open a smaller model or a smaller quantisation of it.</source>
        <translation>请关闭其他程序，或打开更小的模型或该模型更小的量化版本。</translation>
    </message>
    <message>
        <source>Hearth could not load the model {path}.</source>
        <translation>无法加载模型 {path}。</translation>
    </message>
    <message>
        <source>Open another model; the details show llama.cpp&apos;s error.</source>
        <translation>请打开其他模型；详细信息中显示 llama.cpp 的错误。</translation>
    </message>
    <message>
        <source>The KV cache of {path} does not support 8 bits.</source>
        <translation>{path} 的 KV 缓存不支持 8 位。</translation>
    </message>
    <message>
        <source>Choose 16 bits in the settings of this model.</source>
        <translation>请在此模型的设置中选择 16 位。</translation>
    </message>
    <message>
        <source>Remove the adapter from the settings of this model, or choose another one.</source>
        <translation>请从此模型的设置中移除该适配器，或选择其他适配器。</translation>
    </message>
    <message>
        <source>llama.cpp stopped while reading the model file {path}.</source>
        <translation>llama.cpp 在读取模型文件 {path} 时中止了。</translation>
    </message>
    <message>
        <source>Download the file again, or open another model. `hearth self-test` lets Hearth try this one again.</source>
        <translation>请您重新下载该文件，或打开另一个模型。运行 `hearth self-test` 后，Hearth 会再次尝试此模型。</translation>
    </message>
    <message>
        <source>Loading {path} was cancelled.</source>
        <translation>已取消加载 {path}。</translation>
    </message>
    <message>
        <source>Open a model to continue.</source>
        <translation>要继续，请打开模型。</translation>
    </message>
    <message>
        <source>The model stopped computing with error {code}.</source>
        <translation>模型停止计算，错误代码 {code}。</translation>
    </message>
    <message>
        <source>The answer ends here; its text so far is kept.</source>
        <translation>回答到此中断；已生成的内容已保留。</translation>
    </message>
    <message>
        <source>Press Regenerate; if it happens again, reload the model.</source>
        <translation>请按“重新生成”；如果再次发生，请重新加载模型。</translation>
    </message>
    <message>
        <source>The loaded model has no token “{name}”.</source>
        <translation>已加载的模型没有 token“{name}”。</translation>
    </message>
    <message>
        <source>The grammar of this chat uses it, so nothing was sent to the model.</source>
        <translation>此聊天的语法用到了它，因此未向模型发送任何内容。</translation>
    </message>
    <message>
        <source>Change the grammar in the chat settings, or open another model.</source>
        <translation>请在聊天设置中更改语法，或打开其他模型。</translation>
    </message>
    <message>
        <source>There is no readable adapter at {path}.</source>
        <translation>{path} 处没有可读取的适配器。</translation>
    </message>
    <message>
        <source>{path} is not a LoRA adapter.</source>
        <translation>{path} 不是 LoRA 适配器。</translation>
    </message>
    <message>
        <source>The adapter {path} was made for another kind of model ({kind}; this one is {wanted}).</source>
        <translation>适配器 {path} 是为另一类模型（{kind}）制作的；此模型为 {wanted}。</translation>
    </message>
    <message>
        <source>Hearth Guide is built in and tiny: it knows Hearth and nothing else.</source>
        <translation>Hearth Guide 是内置的微型模型：它只了解 Hearth，也只会英语。</translation>
    </message>
    <message>
        <source>How do I add a model?</source>
        <translation>如何添加模型？</translation>
    </message>
    <message>
        <source>Press `Ctrl+O` and choose a GGUF file, or drop the file onto the window. If you have none yet, choose **Get a model…** behind the model button at the top.</source>
        <translation>按 `Ctrl+O` 选择一个 GGUF 文件，或把文件拖到窗口上。如果还没有模型，请在顶部的模型按钮中选择**获取模型…**即可下载。</translation>
    </message>
    <message>
        <source>Which model should I choose?</source>
        <translation>该选择哪个模型？</translation>
    </message>
    <message>
        <source>Click the model button at the top and choose **Get a model…**: the one that suits this machine is marked *Recommended*. Larger ones know more but answer more slowly.</source>
        <translation>点击顶部的模型按钮，选择**获取模型…**：适合这台电脑的模型会标记为*推荐*。更大的模型知道得更多，但回答更慢。</translation>
    </message>
    <message>
        <source>Does anything leave my machine?</source>
        <translation>会有数据离开这台电脑吗？</translation>
    </message>
    <message>
        <source>No. Models, chats and their memory stay on this machine. Hearth connects only when you ask for it, to search or download a model, for example.</source>
        <translation>不会。模型、聊天及其记忆都留在这台电脑上。只有在您要求时，例如搜索或下载模型，Hearth 才会连接网络。</translation>
    </message>
    <message>
        <source>Where are my chats stored?</source>
        <translation>我的聊天保存在哪里？</translation>
    </message>
    <message>
        <source>Your chats are in the folder `~/.local/share/hearth`, in one database file. **Folders and reset…** in the menu under **Help** shows and opens it.</source>
        <translation>您的聊天保存在文件夹 `~/.local/share/hearth` 里的一个数据库文件中。菜单**帮助**下的**文件夹和重置…**会显示并打开它。</translation>
    </message>
    <message>
        <source>For trying things out on any machine; fast, but often wrong.</source>
        <translation>可在任何计算机上试用；速度快，但常出错。</translation>
    </message>
    <message>
        <source>For everyday questions on a small machine.</source>
        <translation>适合在小型计算机上处理日常问题。</translation>
    </message>
    <message>
        <source>For small machines, made in the open: what it learned from is public.</source>
        <translation>适合小型计算机，公开开发：其学习资料是公开的。</translation>
    </message>
    <message>
        <source>For maths and code; it thinks before it answers.</source>
        <translation>适合计算和代码；回答前会先思考。</translation>
    </message>
    <message>
        <source>For everyday talk and writing, in many languages.</source>
        <translation>适合日常聊天和写作，支持多种语言。</translation>
    </message>
    <message>
        <source>For quick answers without a graphics card.</source>
        <translation>无需显卡即可快速回答。</translation>
    </message>
    <message>
        <source>For writing and translating, with more knowledge than the smaller ones.</source>
        <translation>适合写作和翻译，知识比较小的模型更丰富。</translation>
    </message>
    <message>
        <source>For harder questions, if you have time or a graphics card.</source>
        <translation>适合较难的问题，需要一些耐心或一块显卡。</translation>
    </message>
    <message>
        <source>For talk, writing and pictures on a graphics card.</source>
        <translation>适合在显卡上交谈、写作和看图。</translation>
    </message>
    <message>
        <source>For demanding work; quick for its size, also without a graphics card.</source>
        <translation>适合高要求的工作；就其大小而言速度很快，没有显卡也可以。</translation>
    </message>
    <message>
        <source>For the hardest questions, on a graphics card with 24 GB.</source>
        <translation>适合在 24 GB 显卡上处理最难的问题。</translation>
    </message>
    <message>
        <source>For writing and changing programs.</source>
        <translation>适合编写和修改程序。</translation>
    </message>
    <message>
        <source>For demanding work with pictures; quick for its size.</source>
        <translation>适合需要看图的高要求工作；就其大小而言速度很快。</translation>
    </message>
    <message>
        <source>For demanding work on a powerful machine; it knows the most.</source>
        <translation>适合在高性能计算机上完成高要求的工作；知识最丰富。</translation>
    </message>
    <message>
        <source>The part already downloaded is kept; your chats and models are not affected.</source>
        <translation>已下载的部分已保留；聊天和模型不受影响。</translation>
    </message>
    <message>
        <source>Nothing was downloaded; your chats and models are not affected.</source>
        <translation>未下载任何内容；聊天和模型不受影响。</translation>
    </message>
    <message>
        <source>The disk with {folder} needs {gb} GB more free space.</source>
        <translation>{folder} 所在的磁盘还需要 {gb} GB 可用空间。</translation>
    </message>
    <message>
        <source>The disk with {folder} is full.</source>
        <translation>{folder} 所在的磁盘已满。</translation>
    </message>
    <message>
        <source>Free some space or choose a smaller file, then resume.</source>
        <translation>请释放一些空间或选择更小的文件，然后继续。</translation>
    </message>
    <message>
        <source>Hearth cannot write to the folder {folder} ({reason}).</source>
        <translation>Hearth 无法写入文件夹 {folder}（{reason}）。</translation>
    </message>
    <message>
        <source>Connect its disk or make it writable, or choose another folder.</source>
        <translation>请连接其磁盘或将其设为可写，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Another file named {name} already exists.</source>
        <translation>已有另一个名为 {name} 的文件。</translation>
    </message>
    <message>
        <source>Hearth did not touch it and downloaded nothing.</source>
        <translation>Hearth 未改动该文件，也未下载任何内容。</translation>
    </message>
    <message>
        <source>Move or rename that file, or choose another folder.</source>
        <translation>请移动或重命名该文件，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>The hub lists a file named {name}, which is not a safe name on this disk.</source>
        <translation>模型站列出的文件名 {name} 在此磁盘上不安全。</translation>
    </message>
    <message>
        <source>Choose a repository from another author.</source>
        <translation>请选择其他作者的仓库。</translation>
    </message>
    <message>
        <source>Another Hearth is already downloading {name}.</source>
        <translation>另一个 Hearth 已在下载 {name}。</translation>
    </message>
    <message>
        <source>That download continues.</source>
        <translation>那个下载会继续进行。</translation>
    </message>
    <message>
        <source>Wait for it to finish, or pause it there first.</source>
        <translation>请等待其完成，或先在那里暂停。</translation>
    </message>
    <message>
        <source>The file that the hub sent differs from the {name} it listed.</source>
        <translation>模型站发送的文件与其列出的 {name} 不同。</translation>
    </message>
    <message>
        <source>Cancel this download, then choose the model again.</source>
        <translation>请取消此下载，然后重新选择模型。</translation>
    </message>
    <message>
        <source>{name} arrived damaged: its checksum is wrong.</source>
        <translation>下载的 {name} 已损坏：校验和不符。</translation>
    </message>
    <message>
        <source>The damaged file was deleted; your chats and models are not affected.</source>
        <translation>已删除损坏的文件；聊天和模型不受影响。</translation>
    </message>
    <message>
        <source>Try again; if it keeps happening, the file on the hub, a proxy or this disk may be faulty.</source>
        <translation>请重试；如果问题依旧，可能是模型站上的文件、代理或此磁盘有问题。</translation>
    </message>
    <message>
        <source>“{repo}” is not a repository name.</source>
        <translation>“{repo}”不是有效的仓库名称。</translation>
    </message>
    <message>
        <source>Write it as author/name, as in ggml-org/gemma-3-4b-it-GGUF.</source>
        <translation>请按“作者/名称”的格式填写，例如 ggml-org/gemma-3-4b-it-GGUF。</translation>
    </message>
    <message>
        <source>There is no public repository {repo}.</source>
        <translation>没有公开的仓库 {repo}。</translation>
    </message>
    <message>
        <source>Check the spelling; it may be renamed, deleted, or private, which requires a token from its owner.</source>
        <translation>请检查拼写；该仓库可能已重命名或删除，或者是私有仓库，需要所有者的访问令牌。</translation>
    </message>
    <message>
        <source>{repo} requires you to sign in.</source>
        <translation>{repo} 要求您先登录。</translation>
    </message>
    <message>
        <source>Sign in at {page}, accept the terms there, and try again; the token in Hearth must belong to the same account.</source>
        <translation>请在 {page} 登录，接受其中的条款，然后重试；Hearth 使用的访问令牌必须属于同一账户。</translation>
    </message>
    <message>
        <source>Sign in at {page}, accept the terms there, create a read token, and give it to Hearth: in the window, with `hearth models token`, or in the environment variable HF_TOKEN.</source>
        <translation>请在 {page} 登录，接受其中的条款，创建一个读取令牌并提供给 Hearth：可在窗口中输入，使用 `hearth models token`，或设置环境变量 HF_TOKEN。</translation>
    </message>
    <message>
        <source>{host} rejected the access token.</source>
        <translation>{host} 拒绝了访问令牌。</translation>
    </message>
    <message>
        <source>It may have expired. Create a new one at {page} and give it to Hearth, or remove the old one: most models need none.</source>
        <translation>令牌可能已过期。请在 {page} 创建新令牌并提供给 Hearth，或移除旧令牌：大多数模型不需要令牌。</translation>
    </message>
    <message>
        <source>This is not a token: it contains invalid characters.</source>
        <translation>这不是令牌：其中包含无效字符。</translation>
    </message>
    <message>
        <source>It was not saved; nothing was changed.</source>
        <translation>令牌未保存，未做任何更改。</translation>
    </message>
    <message>
        <source>Copy the token again, without spaces or quotation marks.</source>
        <translation>请重新复制令牌，不要包含空格和引号。</translation>
    </message>
    <message>
        <source>{repo} has no file {wanted}.</source>
        <translation>{repo} 中没有文件 {wanted}。</translation>
    </message>
    <message>
        <source>{repo} has no complete model in a GGUF file.</source>
        <translation>{repo} 中没有完整的 GGUF 模型文件。</translation>
    </message>
    <message>
        <source>Available: {offered}.</source>
        <translation>可用：{offered}。</translation>
    </message>
    <message>
        <source>Look for a repository with a name that ends in GGUF.</source>
        <translation>请查找名称以 GGUF 结尾的仓库。</translation>
    </message>
    <message>
        <source>Hearth cannot use the {keyring} of this system.</source>
        <translation>无法使用此系统的{keyring}。</translation>
    </message>
    <message>
        <source>The token was not saved: Hearth never writes tokens to a plain file.</source>
        <translation>令牌未保存：Hearth 绝不会将令牌写入普通文件。</translation>
    </message>
    <message>
        <source>Unlock or install the {keyring}, or put the token in the environment variable HF_TOKEN before you start Hearth.</source>
        <translation>请解锁或安装{keyring}，或在启动 Hearth 之前将令牌设为环境变量 HF_TOKEN。</translation>
    </message>
    <message>
        <source>Hearth cannot tell from the header of {name} how much memory it needs.</source>
        <translation>Hearth 无法从 {name} 的文件头得知它需要多少内存。</translation>
    </message>
    <message>
        <source>The estimate based on the file size still applies.</source>
        <translation>根据文件大小所作的估计仍然有效。</translation>
    </message>
    <message>
        <source>The name of {folder} begins or ends with a space, or has characters that cannot be displayed.</source>
        <translation>{folder} 的名称以空格开头或结尾，或含有无法显示的字符。</translation>
    </message>
    <message>
        <source>Hearth does not search this folder.</source>
        <translation>Hearth 不会搜索此文件夹。</translation>
    </message>
    <message>
        <source>Rename the folder, then add it again.</source>
        <translation>请为该文件夹改名，然后重新添加。</translation>
    </message>
    <message>
        <source>{path} is not in the model library.</source>
        <translation>{path} 不在模型库中。</translation>
    </message>
    <message>
        <source>`hearth models list` shows the models in it.</source>
        <translation>`hearth models list` 会显示库中的模型。</translation>
    </message>
    <message>
        <source>{name} belongs to {program}; Hearth reads it and never changes it.</source>
        <translation>{name} 属于 {program}；Hearth 只读取它，从不更改。</translation>
    </message>
    <message>
        <source>Delete it in {program}.</source>
        <translation>请在 {program} 中删除。</translation>
    </message>
    <message>
        <source>Hearth could not move {path} to the {trash} ({reason}).</source>
        <translation>无法将 {path} 移到{trash}（{reason}）。</translation>
    </message>
    <message>
        <source>The file is still there; your chats are not affected.</source>
        <translation>文件仍在原处；聊天不受影响。</translation>
    </message>
    <message>
        <source>Delete it with {file_manager}, or make its folder writable.</source>
        <translation>请使用{file_manager}删除它，或将其文件夹设为可写。</translation>
    </message>
    <message>
        <source>Hearth cannot read {folder} ({reason}).</source>
        <translation>无法读取 {folder}（{reason}）。</translation>
    </message>
    <message>
        <source>{folder} has too many files; Hearth did not check all of them.</source>
        <translation>{folder} 中的文件过多，Hearth 未能全部检查。</translation>
    </message>
    <message>
        <source>The folder {folder} does not exist; is its disk connected?</source>
        <translation>文件夹 {folder} 不存在；是否已连接其磁盘？</translation>
    </message>
    <message>
        <source>{folder} is not a folder.</source>
        <translation>{folder} 不是文件夹。</translation>
    </message>
    <message>
        <source>It lets another model see or hear, and loads together with it.</source>
        <translation>它为另一个模型提供图像或音频能力，会与该模型一同加载。</translation>
    </message>
    <message>
        <source>It changes another model, and loads together with it.</source>
        <translation>它用于改变另一个模型，会与该模型一同加载。</translation>
    </message>
    <message>
        <source>It drafts for another model. Hearth cannot use it yet.</source>
        <translation>它为另一个模型起草。Hearth 尚不能使用它。</translation>
    </message>
    <message>
        <source>It is part of a split model, but its name does not show which part.</source>
        <translation>它是拆分模型的一部分，但文件名未表明是哪一部分。</translation>
    </message>
    <message>
        <source>It has a tokenizer but no weights.</source>
        <translation>它只有分词器，没有权重。</translation>
    </message>
    <message>
        <source>It is not a language model.</source>
        <translation>不是语言模型。</translation>
    </message>
    <message>
        <source>Its download is not finished.</source>
        <translation>下载尚未完成。</translation>
    </message>
    <message>
        <source>Some of its files are missing: {names}.</source>
        <translation>缺少文件：{names}。</translation>
    </message>
    <message>
        <source>It is incomplete: {n_mb} MB is missing.</source>
        <translation>文件不完整：缺少 {n_mb} MB。</translation>
    </message>
    <message>
        <source>It is split into files with names that do not match their content.</source>
        <translation>模型被拆分为多个文件，但文件名与内容不符。</translation>
    </message>
    <message>
        <source>Hearth could not save the settings of the model to {path} ({reason}).</source>
        <translation>无法将模型设置保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>They apply until you close Hearth; your chats are not affected.</source>
        <translation>这些设置在您关闭 Hearth 之前有效；聊天不受影响。</translation>
    </message>
    <message>
        <source>The model keeps its previous settings.</source>
        <translation>模型保留之前的设置。</translation>
    </message>
    <message>
        <source>Choose another value.</source>
        <translation>请选择其他值。</translation>
    </message>
    <message>
        <source>The file {path} no longer exists.</source>
        <translation>文件 {path} 已不存在。</translation>
    </message>
    <message>
        <source>Make your changes again; the old file is {broken}.</source>
        <translation>请重新进行更改；旧文件为 {broken}。</translation>
    </message>
    <message>
        <source>Make the file {path} readable, or delete it.</source>
        <translation>请将文件 {path} 设为可读，或将其删除。</translation>
    </message>
    <message>
        <source>Hearth cannot read the file with your model settings.</source>
        <translation>无法读取模型设置文件。</translation>
    </message>
    <message>
        <source>Hearth loads models with its own defaults; your chats are not affected.</source>
        <translation>Hearth 会使用自己的默认值加载模型；聊天不受影响。</translation>
    </message>
    <message>
        <source>The context must be {least} to {most} tokens.</source>
        <translation>上下文必须为 {least} 到 {most} 个 token。</translation>
    </message>
    <message>
        <source>The number of layers on the GPU must be 0 to {most}.</source>
        <translation>GPU 上的层数必须为 0 到 {most}。</translation>
    </message>
    <message>
        <source>The number of threads must be 0 to {most}.</source>
        <translation>线程数必须为 0 到 {most}。</translation>
    </message>
    <message>
        <source>The share of a device must be 0 or more.</source>
        <translation>设备的分配比例必须为 0 或更大。</translation>
    </message>
    <message>
        <source>The scale of an adapter must be a number of at most {most}.</source>
        <translation>适配器的强度必须是不超过 {most} 的数值。</translation>
    </message>
    <message>
        <source>The chat template is too long.</source>
        <translation>聊天模板过长。</translation>
    </message>
    <message>
        <source>An 8-bit KV cache requires flash attention.</source>
        <translation>8 位 KV 缓存需要 Flash Attention。</translation>
    </message>
    <message>
        <source>Your chats and models are not affected.</source>
        <translation>聊天和模型不受影响。</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>{address} is not a valid web address.</source>
        <translation>{address} 不是可用的网址。</translation>
    </message>
    <message>
        <source>Correct the address.</source>
        <translation>请更正地址。</translation>
    </message>
    <message>
        <source>Hearth cannot reach {host}: this machine seems to be offline.</source>
        <translation>Hearth 无法连接到 {host}：此计算机似乎处于离线状态。</translation>
    </message>
    <message>
        <source>Connect to the internet and try again. Everything else works offline.</source>
        <translation>请连接互联网后重试。其他功能均可离线使用。</translation>
    </message>
    <message>
        <source>Hearth could not find the address of {host}.</source>
        <translation>Hearth 找不到 {host} 的地址。</translation>
    </message>
    <message>
        <source>Check your internet connection and DNS settings.</source>
        <translation>请检查互联网连接和 DNS 设置。</translation>
    </message>
    <message>
        <source>{host} refused the connection.</source>
        <translation>{host} 拒绝了连接。</translation>
    </message>
    <message>
        <source>Try again later. If it keeps happening, contact your network administrator.</source>
        <translation>请稍后再试。如果仍然失败，请联系网络管理员。</translation>
    </message>
    <message>
        <source>Hearth could not reach {host}.</source>
        <translation>Hearth 无法连接到 {host}。</translation>
    </message>
    <message>
        <source>Hearth cannot connect securely to {host}: its certificate is not trusted.</source>
        <translation>Hearth 无法与 {host} 建立安全连接：其证书不受信任。</translation>
    </message>
    <message>
        <source>Check this machine&apos;s clock; if your company inspects connections, its certificate must be installed on this system.</source>
        <translation>请检查此计算机的时钟；如果公司会检查网络连接，则其证书必须安装在此系统上。</translation>
    </message>
    <message>
        <source>{host} did not respond in time.</source>
        <translation>{host} 未及时响应。</translation>
    </message>
    <message>
        <source>The connection to {host} was lost.</source>
        <translation>与 {host} 的连接已中断。</translation>
    </message>
    <message>
        <source>Hearth could not use the proxy {proxy}.</source>
        <translation>无法使用代理 {proxy}。</translation>
    </message>
    <message>
        <source>Hearth supports HTTP proxies, with or without a user name and password. Check the setting network.proxy, or the system proxy.</source>
        <translation>Hearth 可以使用 HTTP 代理，带或不带用户名和密码均可。请检查设置 network.proxy 或系统代理。</translation>
    </message>
    <message>
        <source>{host} redirects to an unsafe address.</source>
        <translation>{host} 重定向到了不安全的地址。</translation>
    </message>
    <message>
        <source>Only the operator of the server can fix this.</source>
        <translation>只有该服务器的管理者才能修复此问题。</translation>
    </message>
    <message>
        <source>{host} redirects to another site: {address}</source>
        <translation>{host} 重定向到另一个网站：{address}</translation>
    </message>
    <message>
        <source>Ask for that address if you want it.</source>
        <translation>如果您需要该地址，请直接访问它。</translation>
    </message>
    <message>
        <source>{host} is not an address of the public internet.</source>
        <translation>{host} 不是公共互联网地址。</translation>
    </message>
    <message>
        <source>Use a public address.</source>
        <translation>请使用公共地址。</translation>
    </message>
    <message>
        <source>{host} requires permission for this.</source>
        <translation>{host} 要求具有相应权限。</translation>
    </message>
    <message>
        <source>Sign in there with your browser, and give Hearth an access token.</source>
        <translation>请在浏览器中登录该网站，并向 Hearth 提供访问令牌。</translation>
    </message>
    <message>
        <source>{host} has nothing by this name.</source>
        <translation>{host} 上没有此名称的内容。</translation>
    </message>
    <message>
        <source>Check the spelling; it may also have been renamed or deleted.</source>
        <translation>请检查拼写；它也可能已在那里被重命名或删除。</translation>
    </message>
    <message>
        <source>{host} received too many requests from this address.</source>
        <translation>{host} 收到的来自此地址的请求过多。</translation>
    </message>
    <message>
        <source>{host} has a problem at the moment (status {status}).</source>
        <translation>{host} 目前出现故障（状态 {status}）。</translation>
    </message>
    <message>
        <source>Hearth does not understand the response from {host}.</source>
        <translation>Hearth 无法理解 {host} 的响应。</translation>
    </message>
    <message>
        <source>If your network requires you to sign in first, as in a hotel, do so in your browser; otherwise try again later.</source>
        <translation>如果网络要求先在网页上登录（例如在酒店），请在浏览器中登录；否则请稍后重试。</translation>
    </message>
    <message>
        <source>Hearth cannot write to the folder {folder}.</source>
        <translation>Hearth 无法写入文件夹 {folder}。</translation>
    </message>
    <message>
        <source>Nothing was changed, but Hearth cannot save chats there.</source>
        <translation>未做任何更改，但无法在那里保存聊天。</translation>
    </message>
    <message>
        <source>Make the folder writable, or choose another one with --data-dir.</source>
        <translation>请将该文件夹设为可写，或使用 --data-dir 选择其他文件夹。</translation>
    </message>
    <message>
        <source>The folder with your chats is missing: {folder}.</source>
        <translation>找不到保存聊天的文件夹：{folder}。</translation>
    </message>
    <message>
        <source>Nothing was changed, and Hearth did not create a new folder.</source>
        <translation>未做任何更改，Hearth 也未新建文件夹。</translation>
    </message>
    <message>
        <source>Connect its disk, then start Hearth again.</source>
        <translation>请连接其所在的磁盘，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>The folder in which Hearth was started no longer exists.</source>
        <translation>启动 Hearth 时所在的文件夹已不存在。</translation>
    </message>
    <message>
        <source>Change to another folder, then start Hearth again.</source>
        <translation>请切换到其他文件夹，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>On Windows, others who use this computer may be able to read this folder. Choose one that only you can open.</source>
        <translation>在 Windows 上，此计算机的其他用户可能能够读取此文件夹。请选择只有您能打开的文件夹。</translation>
    </message>
    <message>
        <source>The prompt was not saved.</source>
        <translation>提示词未保存。</translation>
    </message>
    <message>
        <source>Change it, then save it again.</source>
        <translation>请修改后重新保存。</translation>
    </message>
    <message>
        <source>Hearth could not save the prompts to {path} ({reason}).</source>
        <translation>无法将提示词保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>Nothing was changed; your chats are not affected.</source>
        <translation>未做任何更改；聊天不受影响。</translation>
    </message>
    <message>
        <source>There are already {n} prompts.</source>
        <translation>已有 {n} 条提示词。</translation>
    </message>
    <message>
        <source>A prompt needs a name.</source>
        <translation>提示词需要名称。</translation>
    </message>
    <message>
        <source>The name has more than {n} characters.</source>
        <translation>名称超过 {n} 个字符。</translation>
    </message>
    <message>
        <source>A prompt needs a text.</source>
        <translation>提示词需要文本。</translation>
    </message>
    <message>
        <source>The text has more than {n} characters.</source>
        <translation>文本超过 {n} 个字符。</translation>
    </message>
    <message>
        <source>Hearth could not read the saved prompts in {path} ({reason}).</source>
        <translation>无法读取 {path} 中保存的提示词（{reason}）。</translation>
    </message>
    <message>
        <source>Saved prompts are not available; your chats are not affected.</source>
        <translation>已保存的提示词不可用；聊天不受影响。</translation>
    </message>
    <message>
        <source>Make the file readable.</source>
        <translation>请将该文件设为可读。</translation>
    </message>
    <message>
        <source>Hearth moved your file to {broken}; fix it and rename it back, or ignore this.</source>
        <translation>Hearth 已将您的文件移至 {broken}；可修复后改回原名，也可忽略。</translation>
    </message>
    <message>
        <source>Hearth does not understand the file of saved prompts ({error}).</source>
        <translation>无法理解已保存提示词的文件（{error}）。</translation>
    </message>
    <message>
        <source>Hearth&apos;s window and its engine could not communicate.</source>
        <translation>Hearth 的窗口与引擎无法相互通信。</translation>
    </message>
    <message>
        <source>Running answers were stopped; your chats are safe on disk.</source>
        <translation>正在进行的回答已停止；聊天已安全保存在磁盘上。</translation>
    </message>
    <message>
        <source>Restart Hearth; if it keeps happening, report the details.</source>
        <translation>请重新启动 Hearth；如果问题仍然出现，请报告详细信息。</translation>
    </message>
    <message>
        <source>The setting keeps its previous value.</source>
        <translation>该设置保留之前的值。</translation>
    </message>
    <message>
        <source>Hearth could not save the settings to {path} ({reason}).</source>
        <translation>无法将设置保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>The change applies until you close Hearth; your chats are not affected.</source>
        <translation>更改在您关闭 Hearth 之前有效；聊天不受影响。</translation>
    </message>
    <message>
        <source>“{said}” does not name a setting.</source>
        <translation>“{said}”不是设置的名称。</translation>
    </message>
    <message>
        <source>Use --set KEY=VALUE. The keys are {known}.</source>
        <translation>请使用 --set KEY=VALUE 的格式。可用的键有 {known}。</translation>
    </message>
    <message>
        <source>Takes effect the next time a model is loaded.</source>
        <translation>下次加载模型时生效。</translation>
    </message>
    <message>
        <source>Takes effect at the next start.</source>
        <translation>下次启动时生效。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Conversation memory</source>
        <translation>聊天记忆</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>The setting {key} must be one of {choices}.</source>
        <translation>设置 {key} 必须是以下值之一：{choices}。</translation>
    </message>
    <message>
        <source>The setting {key} must be a number.</source>
        <translation>设置 {key} 必须是数字。</translation>
    </message>
    <message>
        <source>The setting {key} must be at least {least}.</source>
        <translation>设置 {key} 不得小于 {least}。</translation>
    </message>
    <message>
        <source>The setting {key} must be at most {most}.</source>
        <translation>设置 {key} 不得大于 {most}。</translation>
    </message>
    <message>
        <source>The setting {key} must be text.</source>
        <translation>设置 {key} 必须是文本。</translation>
    </message>
    <message>
        <source>The setting {key} must be a whole number.</source>
        <translation>设置 {key} 必须是整数。</translation>
    </message>
    <message>
        <source>In the settings file, {name} must be a table.</source>
        <translation>在设置文件中，{name} 必须是一个表。</translation>
    </message>
    <message>
        <source>Hearth does not understand the settings file ({error}).</source>
        <translation>无法理解设置文件（{error}）。</translation>
    </message>
    <message>
        <source>Hearth started with its default settings; your chats are not affected.</source>
        <translation>Hearth 已使用默认设置启动；聊天不受影响。</translation>
    </message>
    <message>
        <source>Hearth could not read the settings file {path} ({reason}).</source>
        <translation>无法读取设置文件 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>Hearth uses the default instead of {value}; your chats are not affected.</source>
        <translation>Hearth 使用默认值代替 {value}；聊天不受影响。</translation>
    </message>
    <message>
        <source>Correct it in {path}.</source>
        <translation>请在 {path} 中更正。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The model file to load at startup. Empty: the built-in Hearth Guide.</source>
        <translation>启动时加载的模型文件；留空则使用内置的 Hearth Guide。</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Folders that Hearth searches for model files, including subfolders; one per line.</source>
        <translation>Hearth 查找模型文件的文件夹，包括子文件夹；每行一个。</translation>
    </message>
    <message>
        <source>Models from other programs</source>
        <translation>来自其他程序的模型</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Show models from other programs</source>
        <translation>显示来自其他程序的模型</translation>
    </message>
    <message>
        <source>List the models that Ollama, LM Studio and other programs keep on this machine. Hearth uses them in place.</source>
        <translation>列出 Ollama、LM Studio 等程序保存在此计算机上的模型。Hearth 就地使用它们。</translation>
    </message>
    <message>
        <source>Embedding model for documents</source>
        <translation>用于文档的嵌入模型</translation>
    </message>
    <message>
        <source>A model file with which Hearth also finds passages by meaning. Empty: by words alone.</source>
        <translation>一个模型文件，Hearth 用它还可以按含义查找段落。留空：只按字词查找。</translation>
    </message>
    <message>
        <source>Context size</source>
        <translation>上下文大小</translation>
    </message>
    <message>
        <source>How many tokens the model can take into account. 0: Hearth chooses by free memory.</source>
        <translation>模型可以考虑的 token 数量。0：由 Hearth 根据可用内存选择。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Keep the model loaded</source>
        <translation>保持模型加载</translation>
    </message>
    <message>
        <source>Unload the model after this many idle minutes, and reload it with your next message. 0: keep it until you close Hearth.</source>
        <translation>闲置多少分钟后卸载模型，并在您发送下一条消息时重新加载。0：保持加载，直到您关闭 Hearth。</translation>
    </message>
    <message>
        <source>Until you close Hearth</source>
        <translation>直到您关闭 Hearth</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 always picks the most likely token; higher values vary more. Not set: each model&apos;s recommended value.</source>
        <translation>0 始终选择可能性最大的 token；值越高变化越多。未设置：使用每个模型的推荐值。</translation>
    </message>
    <message>
        <source>As recommended</source>
        <translation>推荐值</translation>
    </message>
    <message>
        <source>Conversation memory on disk</source>
        <translation>磁盘上的聊天记忆</translation>
    </message>
    <message>
        <source>The most GB that the stored memory of all chats may use. 0: Hearth chooses a quarter of the free disk space, at most 20 GiB.</source>
        <translation>所有聊天的记忆最多可占用多少 GB。0：Hearth 选择可用磁盘空间的四分之一，最多 20 GiB。</translation>
    </message>
    <message>
        <source>Write at most per day</source>
        <translation>每天最多写入</translation>
    </message>
    <message>
        <source>The most GB of conversation memory that Hearth may write per day, to spare the disk. 0: no limit.</source>
        <translation>为保护磁盘，Hearth 每天最多可以写入多少 GB 的聊天记忆。0：不限。</translation>
    </message>
    <message>
        <source>Keep free for other programs</source>
        <translation>为其他程序保留</translation>
    </message>
    <message>
        <source>Hearth stores no conversation memory while the disk has less than this many GB free.</source>
        <translation>磁盘剩余空间少于这么多 GB 时，Hearth 不保存聊天记忆。</translation>
    </message>
    <message>
        <source>The colours of the window.</source>
        <translation>窗口的颜色。</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>与系统相同</translation>
    </message>
    <message>
        <source>The language of menus and buttons. Models answer in the language you write in.</source>
        <translation>菜单和按钮的语言。模型会用您书写的语言回答。</translation>
    </message>
    <message>
        <source>The font for everything except code.</source>
        <translation>除代码外的字体。</translation>
    </message>
    <message>
        <source>Size of your messages and the answers; 100 % is the default.</source>
        <translation>您的消息和回答的大小；默认为 100 %。</translation>
    </message>
    <message>
        <source>Read while I type</source>
        <translation>在我输入时阅读</translation>
    </message>
    <message>
        <source>Open pages that models write</source>
        <translation>打开模型编写的网页</translation>
    </message>
    <message>
        <source>What “Open in browser” does with HTML, SVG and Mermaid in answers. The pages are shut off from the network.</source>
        <translation>“在浏览器中打开”如何处理回答中的 HTML、SVG 和 Mermaid。这些网页与网络隔离。</translation>
    </message>
    <message>
        <source>Ask before the first one</source>
        <translation>首次打开前询问</translation>
    </message>
    <message>
        <source>Open at once</source>
        <translation>立即打开</translation>
    </message>
    <message>
        <source>Notify me when a long answer ends</source>
        <translation>长回答结束时通知我</translation>
    </message>
    <message>
        <source>Get a notification when an answer that took more than ten seconds ends while Hearth is in the background. It shows the title of the chat, none of its text.</source>
        <translation>当 Hearth 在后台、而一个超过十秒的回答结束时，您会收到通知。通知只显示聊天的标题，不含其中的文字。</translation>
    </message>
    <message>
        <source>When I close the window</source>
        <translation>当我关闭窗口时</translation>
    </message>
    <message>
        <source>Editors and other programs on this machine can use the model over HTTP. Each needs a key.</source>
        <translation>此计算机上的编辑器和其他程序可以通过 HTTP 使用模型。每个程序都需要密钥。</translation>
    </message>
    <message>
        <source>Store the memory of their conversations</source>
        <translation>存储它们对话的记忆</translation>
    </message>
    <message>
        <source>Hearth stores the KV cache of other programs&apos; conversations on disk, so that they continue at once. It does not store their text.</source>
        <translation>Hearth 将其他程序对话的 KV 缓存存储在磁盘上，使对话可以立即继续。Hearth 不存储其文字。</translation>
    </message>
    <message>
        <source>Load the models they request</source>
        <translation>加载它们请求的模型</translation>
    </message>
    <message>
        <source>When a program requests another model from your library, Hearth loads it in place of the one that answers your chats.</source>
        <translation>当某个程序请求您模型库中的另一个模型时，Hearth 会加载它，以取代正在回答您聊天的模型。</translation>
    </message>
    <message>
        <source>Share your chats</source>
        <translation>共享您的聊天</translation>
    </message>
    <message>
        <source>Programs with the key can read and continue your chats, and have files read as documents.</source>
        <translation>持有密钥的程序可以读取并继续您的聊天，并可让 Hearth 把文件作为文档读取。</translation>
    </message>
    <message>
        <source>Save their requests as chats</source>
        <translation>将它们的请求保存为聊天</translation>
    </message>
    <message>
        <source>Requests from other programs and their answers appear as chats.</source>
        <translation>其他程序的请求及其回答会显示为聊天。</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Chat titles</source>
        <translation>聊天标题</translation>
    </message>
    <message>
        <source>How Hearth titles chats that you have not named: the model writes a title when it is idle, or Hearth uses the first words of the chat.</source>
        <translation>如何为您未命名的聊天拟定标题：模型在空闲时撰写，或由 Hearth 使用聊天开头的文字。</translation>
    </message>
    <message>
        <source>Written by the model</source>
        <translation>由模型拟定</translation>
    </message>
    <message>
        <source>The first words</source>
        <translation>开头的文字</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>The address of an HTTP proxy for downloads, such as http://proxy.example:3128 (empty: the system&apos;s proxy; none: no proxy).</source>
        <translation>下载所用 HTTP 代理的地址，例如 http://proxy.example:3128（留空：系统代理；none：不使用代理）。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>The space between messages, and between chats in the list.</source>
        <translation>消息之间以及列表中聊天之间的间距。</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Instructions for new chats</source>
        <translation>新聊天的指令</translation>
    </message>
    <message>
        <source>The system prompt of every new chat.</source>
        <translation>每个新聊天的系统提示词。</translation>
    </message>
    <message>
        <source>The idle model reads your message while you type, so that its answer begins sooner. Off while on battery power.</source>
        <translation>空闲的模型会在您输入的同时阅读您的消息，使回答更快开始。使用电池供电时关闭。</translation>
    </message>
    <message>
        <source>Picture quality</source>
        <translation>图片质量</translation>
    </message>
    <message>
        <source>The resolution of the pictures that you attach next; fewer pixels need fewer tokens. The menu of a picture changes it for that picture and later ones.</source>
        <translation>接下来附加的图片的分辨率；像素越少，所需的 token 越少。可在图片的菜单中为该图片及之后的图片更改。</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Medium (1 megapixel)</source>
        <translation>中等（100 万像素）</translation>
    </message>
    <message>
        <source>Small (0.25 megapixels)</source>
        <translation>较小（25 万像素）</translation>
    </message>
    <message>
        <source>Hearth can stay in the system tray, if there is one: the model stays loaded, and answers continue. “Quit” closes it.</source>
        <translation>如果有系统托盘，Hearth 可以留在托盘中：模型保持加载，回答继续进行。“退出”会将其关闭。</translation>
    </message>
    <message>
        <source>Keep Hearth in the tray</source>
        <translation>将 Hearth 保留在托盘中</translation>
    </message>
    <message>
        <source>API for other programs</source>
        <translation>供其他程序使用的 API</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>The port of the API on this machine.</source>
        <translation>此计算机上 API 的端口。</translation>
    </message>
    <message>
        <source>Other names of this machine</source>
        <translation>本机的其他名称</translation>
    </message>
    <message>
        <source>Host names other than localhost that programs may use, such as that of a proxy; one per line.</source>
        <translation>除 localhost 外，程序可以使用的主机名，例如代理的主机名；每行一个。</translation>
    </message>
    <message>
        <source>Allowed web pages</source>
        <translation>允许的网页</translation>
    </message>
    <message>
        <source>Web pages that may use the API, such as http://localhost:3000; one per line.</source>
        <translation>可以使用 API 的网页，例如 http://localhost:3000；每行一个。</translation>
    </message>
    <message>
        <source>It was not attached; your message is unchanged.</source>
        <translation>未添加附件；消息未更改。</translation>
    </message>
    <message>
        <source>Hearth could not store “{name}”: the disk is full.</source>
        <translation>无法保存“{name}”：磁盘已满。</translation>
    </message>
    <message>
        <source>Hearth could not store “{name}” ({reason}).</source>
        <translation>无法保存“{name}”（{reason}）。</translation>
    </message>
    <message>
        <source>Free some space on the disk with Hearth&apos;s folder, then attach the file again.</source>
        <translation>请在 Hearth 文件夹所在的磁盘上腾出空间，然后重新添加该文件。</translation>
    </message>
    <message>
        <source>Make Hearth&apos;s folder writable, then attach the file again.</source>
        <translation>请让 Hearth 的文件夹可写，然后重新添加该文件。</translation>
    </message>
    <message>
        <source>The pictures and sounds of other requests use all the available memory.</source>
        <translation>其他请求的图片和声音占用了全部可用内存。</translation>
    </message>
    <message>
        <source>Try again soon, or send smaller pictures.</source>
        <translation>请稍后重试，或发送更小的图片。</translation>
    </message>
    <message>
        <source>Hearth could not delete pictures and sounds that no chat uses ({reason}).</source>
        <translation>无法删除不再被任何聊天使用的图片和声音（{reason}）。</translation>
    </message>
    <message>
        <source>They take up space, but do no other harm.</source>
        <translation>它们占用空间，但没有其他危害。</translation>
    </message>
    <message>
        <source>Make Hearth&apos;s folder writable; Hearth tries again at the next start.</source>
        <translation>请让 Hearth 的文件夹可写；Hearth 会在下次启动时重试。</translation>
    </message>
    <message>
        <source>Hearth could not save “{name}”: the disk is full.</source>
        <translation>无法保存“{name}”：磁盘已满。</translation>
    </message>
    <message>
        <source>Hearth could not save “{name}” ({reason}).</source>
        <translation>无法保存“{name}”（{reason}）。</translation>
    </message>
    <message>
        <source>No copy was written. Your chats are untouched.</source>
        <translation>没有写入副本。您的聊天未受影响。</translation>
    </message>
    <message>
        <source>Save it in another folder.</source>
        <translation>请保存到其他文件夹。</translation>
    </message>
    <message>
        <source>Hearth&apos;s copy of “{name}” no longer exists.</source>
        <translation>Hearth 保存的“{name}”副本已不存在。</translation>
    </message>
    <message>
        <source>Attach the file again.</source>
        <translation>请重新添加该文件。</translation>
    </message>
    <message>
        <source>Open it in another program, save it again, and use the new file.</source>
        <translation>请用其他程序打开它，重新保存，然后使用新文件。</translation>
    </message>
    <message>
        <source>Save the part that matters as a document of its own, and use that.</source>
        <translation>请将重要的部分另存为单独的文档，然后使用该文档。</translation>
    </message>
    <message>
        <source>Save its text as a PDF, a Word document or plain text, and use that.</source>
        <translation>请将其文本保存为 PDF、Word 文档或纯文本，然后使用该文件。</translation>
    </message>
    <message>
        <source>Find the file, and use it from its new location.</source>
        <translation>请找到该文件，并从新位置使用它。</translation>
    </message>
    <message>
        <source>Use the files in it.</source>
        <translation>请使用其中的文件。</translation>
    </message>
    <message>
        <source>Save its content as a file, and use that.</source>
        <translation>请将其内容保存为文件，然后使用该文件。</translation>
    </message>
    <message>
        <source>Hearth cannot open “{name}” ({error}).</source>
        <translation>Hearth 无法打开“{name}”（{error}）。</translation>
    </message>
    <message>
        <source>Copy it to a folder of yours, and use the copy.</source>
        <translation>请将它复制到您自己的文件夹，然后使用副本。</translation>
    </message>
    <message>
        <source>“{name}” is larger than {limit} MB.</source>
        <translation>“{name}”大于 {limit} MB。</translation>
    </message>
    <message>
        <source>Another program is still writing “{name}”.</source>
        <translation>另一个程序仍在写入“{name}”。</translation>
    </message>
    <message>
        <source>Wait until it has finished, then try again.</source>
        <translation>请等它完成后再试一次。</translation>
    </message>
    <message>
        <source>“{name}” has changed since Hearth looked at it.</source>
        <translation>自 Hearth 查看“{name}”以来，该文件已被更改。</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>“{name}”是空的。</translation>
    </message>
    <message>
        <source>Use a file that contains text.</source>
        <translation>请使用包含文本的文件。</translation>
    </message>
    <message>
        <source>There is no text in “{name}”.</source>
        <translation>“{name}”中没有文本。</translation>
    </message>
    <message>
        <source>There is no text in this scan: the pages of “{name}” are pictures.</source>
        <translation>此扫描件中没有文本：“{name}”的页面都是图片。</translation>
    </message>
    <message>
        <source>Have a program with text recognition (OCR) read it, and use what it saves.</source>
        <translation>请用带文字识别（OCR）的程序读取它，然后使用该程序保存的文件。</translation>
    </message>
    <message>
        <source>“{name}” is not a document that Hearth can read.</source>
        <translation>“{name}”不是 Hearth 能读取的文档。</translation>
    </message>
    <message>
        <source>“{name}” has an old format of Microsoft Office, such as DOC, XLS, PPT or MSG.</source>
        <translation>“{name}”是旧的 Microsoft Office 格式，例如 DOC、XLS、PPT 或 MSG。</translation>
    </message>
    <message>
        <source>Open it in an Office program, save it as DOCX, XLSX, PPTX or PDF, and use that.</source>
        <translation>请用 Office 程序打开它，另存为 DOCX、XLSX、PPTX 或 PDF，然后使用该文件。</translation>
    </message>
    <message>
        <source>“{name}” is locked with a password.</source>
        <translation>“{name}”已用密码锁定。</translation>
    </message>
    <message>
        <source>Open it in its own program, save a copy without a password, and use that.</source>
        <translation>请用它自己的程序打开，保存一份没有密码的副本，然后使用副本。</translation>
    </message>
    <message>
        <source>“{name}” is damaged or incomplete.</source>
        <translation>“{name}”已损坏或不完整。</translation>
    </message>
    <message>
        <source>“{name}” unpacks to far more than a document holds.</source>
        <translation>“{name}”解压后远远超出文档应有的大小。</translation>
    </message>
    <message>
        <source>If you trust who made it, open it in its own program and save it again.</source>
        <translation>如果您信任其来源，请用它自己的程序打开并重新保存。</translation>
    </message>
    <message>
        <source>“{name}” has more than {limit} MB of text, more than can be used at once.</source>
        <translation>“{name}”的文本超过 {limit} MB，无法一次使用。</translation>
    </message>
    <message>
        <source>Hearth gave up on “{name}”: reading it takes too long or too much memory, or fails.</source>
        <translation>Hearth 放弃了“{name}”：读取它耗时太长、占用内存太多或失败。</translation>
    </message>
    <message>
        <source>None of it was used; your chats are untouched.</source>
        <translation>其中的内容都未使用；您的聊天没有变化。</translation>
    </message>
    <message>
        <source>Attach a file that contains a picture or a sound.</source>
        <translation>请添加含有图片或声音的文件。</translation>
    </message>
    <message>
        <source>“{name}” is larger than {n} MB.</source>
        <translation>“{name}”大于 {n} MB。</translation>
    </message>
    <message>
        <source>Make the picture smaller or the sound shorter, then attach it again.</source>
        <translation>请缩小图片或剪短声音，然后重新添加。</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>“{name}”是文件夹。</translation>
    </message>
    <message>
        <source>Attach the files in it one at a time.</source>
        <translation>请逐个添加其中的文件。</translation>
    </message>
    <message>
        <source>“{name}” is not a regular file.</source>
        <translation>“{name}”不是普通文件。</translation>
    </message>
    <message>
        <source>Save its content as a file, and attach that.</source>
        <translation>请将其内容保存为文件，再添加该文件。</translation>
    </message>
    <message>
        <source>There is no file “{name}”.</source>
        <translation>没有名为“{name}”的文件。</translation>
    </message>
    <message>
        <source>Find the file, and attach it from its new location.</source>
        <translation>请找到该文件，并从新位置添加。</translation>
    </message>
    <message>
        <source>Hearth cannot open “{name}” ({reason}).</source>
        <translation>无法打开“{name}”（{reason}）。</translation>
    </message>
    <message>
        <source>Copy it to a folder of yours, and attach the copy.</source>
        <translation>请将其复制到您自己的文件夹，再添加副本。</translation>
    </message>
    <message>
        <source>“{name}” is neither a picture nor a sound that Hearth can read.</source>
        <translation>“{name}”既不是 Hearth 能读取的图片，也不是声音。</translation>
    </message>
    <message>
        <source>Attach a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, FLAC, Ogg, Opus).</source>
        <translation>请添加图片（PNG、JPEG、GIF、WebP、BMP、TIFF）或声音（WAV、MP3、FLAC、Ogg、Opus）。</translation>
    </message>
    <message>
        <source>“{name}” is a picture, but should be a sound.</source>
        <translation>“{name}”是图片，而这里应为声音。</translation>
    </message>
    <message>
        <source>Send it as a picture.</source>
        <translation>请将其作为图片发送。</translation>
    </message>
    <message>
        <source>“{name}” is a sound, but should be a picture.</source>
        <translation>“{name}”是声音，而这里应为图片。</translation>
    </message>
    <message>
        <source>Send it as a sound.</source>
        <translation>请将其作为声音发送。</translation>
    </message>
    <message>
        <source>“{name}” has the format {format}.</source>
        <translation>“{name}”的格式是 {format}。</translation>
    </message>
    <message>
        <source>Convert it to JPEG or PNG in another program, then attach that.</source>
        <translation>请在其他程序中将其转换为 JPEG 或 PNG，然后添加。</translation>
    </message>
    <message>
        <source>Convert it to MP3 or WAV in another program, then attach that.</source>
        <translation>请在其他程序中将其转换为 MP3 或 WAV，然后添加。</translation>
    </message>
    <message>
        <source>“{name}” is a video ({format}).</source>
        <translation>“{name}”是视频（{format}）。</translation>
    </message>
    <message>
        <source>Attach single pictures of it (PNG), or its sound (MP3).</source>
        <translation>请添加其中的单张图片（PNG）或其声音（MP3）。</translation>
    </message>
    <message>
        <source>Save its pages as pictures (PNG), or its text as a text file.</source>
        <translation>请将其页面保存为图片（PNG），或将其文字保存为文本文件。</translation>
    </message>
    <message>
        <source>The picture “{name}” is damaged or incomplete.</source>
        <translation>图片“{name}”已损坏或不完整。</translation>
    </message>
    <message>
        <source>The sound “{name}” is damaged or incomplete.</source>
        <translation>声音“{name}”已损坏或不完整。</translation>
    </message>
    <message>
        <source>Open it in another program, save it again, and attach the new file.</source>
        <translation>请在其他程序中打开并重新保存，然后添加。</translation>
    </message>
    <message>
        <source>Hearth could not read “{name}”: the decoder failed.</source>
        <translation>无法读取“{name}”：解码器出错。</translation>
    </message>
    <message>
        <source>The sound “{name}” is longer than an hour.</source>
        <translation>声音“{name}”超过一小时。</translation>
    </message>
    <message>
        <source>Split it into parts of up to an hour, and attach those.</source>
        <translation>请将其剪成不超过一小时的片段，再添加。</translation>
    </message>
    <message>
        <source>The sound “{name}” is empty or too short to hear.</source>
        <translation>声音“{name}”为空，或短得听不到。</translation>
    </message>
    <message>
        <source>Attach a sound of at least a hundredth of a second.</source>
        <translation>请添加至少百分之一秒的声音。</translation>
    </message>
    <message>
        <source>The sound “{name}” has {rate} samples per second and {channels} channels.</source>
        <translation>声音“{name}”每秒有 {rate} 个采样，{channels} 个声道。</translation>
    </message>
    <message>
        <source>The picture has more pixels than Hearth can read.</source>
        <translation>图片的像素多于 Hearth 能读取的数量。</translation>
    </message>
    <message>
        <source>Hearth could not check for a newer version; nothing was changed.</source>
        <translation>Hearth 无法检查是否有更新的版本；未做任何更改。</translation>
    </message>
    <message>
        <source>Try again later, or look at {page}.</source>
        <translation>请稍后重试，或查看 {page}。</translation>
    </message>
    <message>
        <source>The list of versions contains no valid version.</source>
        <translation>版本列表中没有有效的版本。</translation>
    </message>
    <message>
        <source>The list of versions is not JSON.</source>
        <translation>版本列表不是 JSON。</translation>
    </message>
    <message>
        <source>The list of versions is not a JSON object.</source>
        <translation>版本列表不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The list of versions links to an address that is not plain https.</source>
        <translation>版本列表指向的地址不是普通的 https 地址。</translation>
    </message>
    <message>
        <source>The list of versions has no text “{name}”.</source>
        <translation>版本列表中没有文本“{name}”。</translation>
    </message>
    <message>
        <source>About Hearth</source>
        <translation>关于 Hearth</translation>
    </message>
    <message>
        <source>Details for bug reports</source>
        <translation>用于错误报告的详细信息</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Chat with language models on your own machine; every conversation stays warm.</source>
        <translation>在自己的计算机上与语言模型聊天；每个聊天都随时可以继续。</translation>
    </message>
    <message>
        <source>Free software under the MIT licence.</source>
        <translation>采用 MIT 许可证的自由软件。</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>版本 {version}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Find in licences</source>
        <translation>在许可证中查找</translation>
    </message>
    <message>
        <source>Licences of Hearth and its components</source>
        <translation>Hearth 及其组件的许可证</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Open download page</source>
        <translation>打开下载页面</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>检查更新</translation>
    </message>
    <message>
        <source>This build of Hearth has no address to check for updates.</source>
        <translation>此构建的 Hearth 没有用于检查更新的地址。</translation>
    </message>
    <message>
        <source>Hearth checks for updates only when you click.</source>
        <translation>Hearth 仅在您点击时检查更新。</translation>
    </message>
    <message>
        <source>It then contacts {host} and sends nothing about you.</source>
        <translation>检查时会连接 {host}，不会发送任何关于您的信息。</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Checking {host}…</source>
        <translation>正在连接 {host}…</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>再次检查</translation>
    </message>
    <message>
        <source>Hearth {version} is available.</source>
        <translation>Hearth {version} 现已推出。</translation>
    </message>
    <message>
        <source>Hearth {version} is the newest version.</source>
        <translation>Hearth {version} 已是最新版本。</translation>
    </message>
    <message>
        <source>Opening {address} in your browser</source>
        <translation>正在浏览器中打开 {address}</translation>
    </message>
    <message>
        <source>Could not open a browser. The address is {address}</source>
        <translation>无法打开浏览器。地址为 {address}</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>Start a new chat</source>
        <translation>新建聊天</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>新建临时聊天</translation>
    </message>
    <message>
        <source>Start a chat that is not saved</source>
        <translation>新建不会保存的聊天</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>在聊天中查找</translation>
    </message>
    <message>
        <source>Find text in this chat</source>
        <translation>在此聊天中查找文本</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>搜索所有聊天</translation>
    </message>
    <message>
        <source>Find words in all chats</source>
        <translation>在所有聊天中查找文字</translation>
    </message>
    <message>
        <source>Chat settings…</source>
        <translation>聊天设置…</translation>
    </message>
    <message>
        <source>System prompt and sampling of this chat</source>
        <translation>此聊天的系统提示词和采样</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>重命名聊天</translation>
    </message>
    <message>
        <source>Change the title of this chat</source>
        <translation>更改此聊天的标题</translation>
    </message>
    <message>
        <source>Pin or unpin chat</source>
        <translation>置顶或取消置顶聊天</translation>
    </message>
    <message>
        <source>Keep this chat at the top of the list</source>
        <translation>将此聊天保持在列表顶部</translation>
    </message>
    <message>
        <source>Archive or unarchive chat</source>
        <translation>归档或取消归档聊天</translation>
    </message>
    <message>
        <source>Hide this chat from the list, but keep it</source>
        <translation>从列表中隐藏此聊天，但予以保留</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>删除聊天</translation>
    </message>
    <message>
        <source>Delete this chat</source>
        <translation>删除此聊天</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>撤销删除</translation>
    </message>
    <message>
        <source>Restore what you deleted last</source>
        <translation>还原您最近删除的内容</translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation>复制最后一个回答</translation>
    </message>
    <message>
        <source>Copy the last answer as Markdown</source>
        <translation>以 Markdown 格式复制最后一个回答</translation>
    </message>
    <message>
        <source>Regenerate answer</source>
        <translation>重新生成回答</translation>
    </message>
    <message>
        <source>Generate another answer</source>
        <translation>生成另一个回答</translation>
    </message>
    <message>
        <source>Continue answer</source>
        <translation>继续回答</translation>
    </message>
    <message>
        <source>Continue from where the answer stopped</source>
        <translation>从回答结束处继续</translation>
    </message>
    <message>
        <source>Stop answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Stop the running answer</source>
        <translation>停止正在进行的回答</translation>
    </message>
    <message>
        <source>Edit last message</source>
        <translation>编辑最后一条消息</translation>
    </message>
    <message>
        <source>Change your last message and send it again</source>
        <translation>修改您的最后一条消息并重新发送</translation>
    </message>
    <message>
        <source>Write the beginning of the answer…</source>
        <translation>写出回答的开头…</translation>
    </message>
    <message>
        <source>Write how the answer begins; the model continues from there</source>
        <translation>写下回答的开头，由模型接着写</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>附加文件…</translation>
    </message>
    <message>
        <source>Add pictures, sounds and text files to your message</source>
        <translation>在消息中添加图片、声音和文本文件</translation>
    </message>
    <message>
        <source>Saved prompts…</source>
        <translation>已保存的提示词…</translation>
    </message>
    <message>
        <source>Save texts that you use often; type / to insert one</source>
        <translation>保存经常使用的文本；输入 / 即可插入</translation>
    </message>
    <message>
        <source>Stop searching</source>
        <translation>停止搜索</translation>
    </message>
    <message>
        <source>Send questions without passages</source>
        <translation>发送问题时不附带段落</translation>
    </message>
    <message>
        <source>Each question searches all your documents.</source>
        <translation>每个问题都会搜索您的所有文档。</translation>
    </message>
    <message>
        <source>Each question searches {names}.</source>
        <translation>每个问题都会搜索 {names}。</translation>
    </message>
    <message>
        <source>Use passages</source>
        <translation>使用段落</translation>
    </message>
    <message>
        <source>Give the model only the passages that fit each question</source>
        <translation>只向模型提供与每个问题相符的段落</translation>
    </message>
    <message>
        <source>Use passages ({cost})</source>
        <translation>使用段落（{cost}）</translation>
    </message>
    <message>
        <source>Search your documents for each question</source>
        <translation>每次提问时搜索您的文档</translation>
    </message>
    <message>
        <source>Each question searches</source>
        <translation>每个问题搜索</translation>
    </message>
    <message>
        <source>All my documents</source>
        <translation>我的所有文档</translation>
    </message>
    <message>
        <source>Documents…</source>
        <translation>文档…</translation>
    </message>
    <message>
        <source>List files and folders to ask about</source>
        <translation>列出您想提问的文件和文件夹</translation>
    </message>
    <message>
        <source>Go to message field</source>
        <translation>转到消息输入框</translation>
    </message>
    <message>
        <source>Move the cursor to the message field</source>
        <translation>将光标移到消息输入框</translation>
    </message>
    <message>
        <source>Export chat…</source>
        <translation>导出聊天…</translation>
    </message>
    <message>
        <source>Save this chat as Markdown, web page, PDF or JSON</source>
        <translation>将此聊天保存为 Markdown、网页、PDF 或 JSON</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>导出所有聊天…</translation>
    </message>
    <message>
        <source>Save all chats as files</source>
        <translation>将所有聊天保存为文件</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>导入聊天…</translation>
    </message>
    <message>
        <source>Add chats from Hearth, ChatGPT, Claude and other programs</source>
        <translation>添加 Hearth、ChatGPT、Claude 等程序的聊天</translation>
    </message>
    <message>
        <source>Chat with the built-in model</source>
        <translation>与内置模型聊天</translation>
    </message>
    <message>
        <source>Open model file…</source>
        <translation>打开模型文件…</translation>
    </message>
    <message>
        <source>Choose a GGUF file</source>
        <translation>选择 GGUF 文件</translation>
    </message>
    <message>
        <source>Models on this machine…</source>
        <translation>此计算机上的模型…</translation>
    </message>
    <message>
        <source>See the models in your folders and from other programs</source>
        <translation>查看您的文件夹和其他程序中的模型</translation>
    </message>
    <message>
        <source>Get a model…</source>
        <translation>获取模型…</translation>
    </message>
    <message>
        <source>See which models suit this machine</source>
        <translation>查看适合此计算机的模型</translation>
    </message>
    <message>
        <source>Servers…</source>
        <translation>服务器…</translation>
    </message>
    <message>
        <source>Use models on another machine or in another program</source>
        <translation>使用另一台计算机或另一个程序中的模型</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>模型设置…</translation>
    </message>
    <message>
        <source>Context, GPU, adapters and template of this model</source>
        <translation>此模型的上下文、GPU、适配器和模板</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>卸载模型</translation>
    </message>
    <message>
        <source>Free its memory; Hearth reloads it when you continue</source>
        <translation>释放其内存；继续聊天时 Hearth 会重新加载</translation>
    </message>
    <message>
        <source>Conversation memory…</source>
        <translation>聊天记忆…</translation>
    </message>
    <message>
        <source>See how much is stored for each chat</source>
        <translation>查看为每个聊天存储了多少内容</translation>
    </message>
    <message>
        <source>No tools</source>
        <translation>不用工具</translation>
    </message>
    <message>
        <source>Go on without tools in this chat</source>
        <translation>在此对话中不再使用工具</translation>
    </message>
    <message>
        <source>Tools: {names}</source>
        <translation>工具：{names}</translation>
    </message>
    <message>
        <source>{tools} · {cost}</source>
        <translation>{tools} · {cost}</translation>
    </message>
    <message>
        <source>Tools that the model may use</source>
        <translation>模型可以使用的工具</translation>
    </message>
    <message>
        <source>The chat template of this model knows no tools</source>
        <translation>此模型的聊天模板不支持工具</translation>
    </message>
    <message>
        <source>The model may use</source>
        <translation>模型可以使用</translation>
    </message>
    <message>
        <source>Tools…</source>
        <translation>工具…</translation>
    </message>
    <message>
        <source>See what models may call, and add servers that have tools</source>
        <translation>查看模型可以调用什么，并添加提供工具的服务器</translation>
    </message>
    <message>
        <source>Hardware…</source>
        <translation>硬件…</translation>
    </message>
    <message>
        <source>See the hardware that runs models, and its speed</source>
        <translation>查看运行模型的硬件及其速度</translation>
    </message>
    <message>
        <source>API for other programs…</source>
        <translation>供其他程序使用的 API…</translation>
    </message>
    <message>
        <source>Let editors and other programs use the model</source>
        <translation>允许编辑器和其他程序使用模型</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>命令面板…</translation>
    </message>
    <message>
        <source>Find an action, a chat, a setting or a model</source>
        <translation>查找操作、聊天、设置或模型</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>快速提问</translation>
    </message>
    <message>
        <source>Ask one question in a small window</source>
        <translation>在小窗口中提一个问题</translation>
    </message>
    <message>
        <source>Show or hide chat list</source>
        <translation>显示或隐藏聊天列表</translation>
    </message>
    <message>
        <source>Show or hide the chat list</source>
        <translation>显示或隐藏聊天列表</translation>
    </message>
    <message>
        <source>Go to chat list</source>
        <translation>转到聊天列表</translation>
    </message>
    <message>
        <source>Move the keyboard focus to the chat list</source>
        <translation>将键盘焦点移到聊天列表</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Make a folder in the chat list</source>
        <translation>在聊天列表中创建文件夹</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Show archived chats</source>
        <translation>显示已归档的聊天</translation>
    </message>
    <message>
        <source>Show deleted chats; they are kept for 30 days</source>
        <translation>显示已删除的聊天；保留 30 天</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Default text size</source>
        <translation>默认文字大小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Make the text larger</source>
        <translation>增大文字</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Make the text smaller</source>
        <translation>减小文字</translation>
    </message>
    <message>
        <source>Show the text in its default size</source>
        <translation>以默认大小显示文字</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Change how Hearth looks and works</source>
        <translation>更改 Hearth 的外观和工作方式</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>See and change the keys of every action</source>
        <translation>查看并更改各操作的快捷键</translation>
    </message>
    <message>
        <source>Folders and reset…</source>
        <translation>文件夹和重置…</translation>
    </message>
    <message>
        <source>Open or move Hearth&apos;s folders, or reset Hearth</source>
        <translation>打开或移动 Hearth 的文件夹，或重置 Hearth</translation>
    </message>
    <message>
        <source>Version, updates and licences</source>
        <translation>版本、更新和许可证</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Close Hearth</source>
        <translation>关闭 Hearth</translation>
    </message>
    <message>
        <source>Hearth stopped during the last attempt to load the built-in {guide}.</source>
        <translation>上次尝试加载内置的 {guide} 时，Hearth 停止了。</translation>
    </message>
    <message>
        <source>Hearth stopped during the last attempt to load {name}.</source>
        <translation>上次尝试加载 {name} 时，Hearth 停止了。</translation>
    </message>
    <message>
        <source>Hearth did not load the model again. Your chats are untouched.</source>
        <translation>Hearth 未重新加载该模型。聊天未受影响。</translation>
    </message>
    <message>
        <source>Open another model, or open this one again to retry it.</source>
        <translation>请打开其他模型，或重新打开此模型再试。</translation>
    </message>
    <message>
        <source>Hearth or its engine crashed</source>
        <translation>Hearth 或其引擎曾经崩溃</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>显示报告</translation>
    </message>
    <message>
        <source>Hearth saved a report on this computer. It shows where in the program the crash happened and contains none of your chats. Hearth does not send it anywhere.</source>
        <translation>Hearth 已在此计算机上保存一份报告。其中显示崩溃在程序中的位置，不含您的聊天。Hearth 不会将其发送到任何地方。</translation>
    </message>
    <message>
        <source>The report was not shown</source>
        <translation>未能显示报告</translation>
    </message>
    <message>
        <source>Could not open {file_manager}. The folder is {folder}</source>
        <translation>无法打开{file_manager}。文件夹为 {folder}</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore the backup of {day} instead</source>
        <translation>改为还原 {day} 的备份</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>临时聊天</translation>
    </message>
    <message>
        <source>Copied the last answer</source>
        <translation>已复制最后一个回答</translation>
    </message>
    <message>
        <source>The message you were editing is no longer shown</source>
        <translation>您正在编辑的消息已不再显示</translation>
    </message>
    <message>
        <source>Your text is now a new message in the message field.</source>
        <translation>您的文字现已作为新消息放入消息输入框。</translation>
    </message>
    <message>
        <source>Open chat</source>
        <translation>打开聊天</translation>
    </message>
    <message>
        <source>Open the first</source>
        <translation>打开第一个</translation>
    </message>
    <message>
        <source>“{title}”</source>
        <translation>“{title}”</translation>
    </message>
    <message>
        <source>In the chat {title}</source>
        <translation>所在聊天：{title}</translation>
    </message>
    <message>
        <source>In the chats {titles}</source>
        <translation>所在聊天：{titles}</translation>
    </message>
    <message>
        <source>Reload {model} with a context of {tokens}?</source>
        <translation>要以 {tokens} 的上下文重新加载 {model} 吗？</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>This takes a moment and needs more memory. It lasts until you open another model or close Hearth.</source>
        <translation>这会占用更多内存，并需要一点时间。在打开其他模型或关闭 Hearth 之前有效。</translation>
    </message>
    <message>
        <source>Kept the first {kept} of {whole}</source>
        <translation>已保留前 {kept}（共 {whole}）</translation>
    </message>
    <message>
        <source>{media}: {tokens}</source>
        <translation>{media}：{tokens}</translation>
    </message>
    <message>
        <source>Deleted {what}</source>
        <translation>已删除：{what}</translation>
    </message>
    <message>
        <source>Deleted the folder “{name}”; its chats are in the list</source>
        <translation>已删除文件夹“{name}”；其中的聊天仍在列表中</translation>
    </message>
    <message>
        <source>Archived {what}</source>
        <translation>已归档：{what}</translation>
    </message>
    <message>
        <source>Deleted this version of your message; now showing another</source>
        <translation>已删除消息的此版本；现在显示另一版本</translation>
    </message>
    <message>
        <source>Deleted this version of the answer; now showing another</source>
        <translation>已删除回答的此版本；现在显示另一版本</translation>
    </message>
    <message>
        <source>Deleted your message and everything after it</source>
        <translation>已删除您的消息及其后的所有内容</translation>
    </message>
    <message>
        <source>Deleted the answer and everything after it</source>
        <translation>已删除该回答及其后的所有内容</translation>
    </message>
    <message>
        <source>They stay in the trash for 30 days.</source>
        <translation>它们会在回收站中保留 30 天。</translation>
    </message>
    <message>
        <source>It stays in the trash for 30 days.</source>
        <translation>它会在回收站中保留 30 天。</translation>
    </message>
    <message>
        <source>Press {keys} to restore it.</source>
        <translation>按 {keys} 可以恢复。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>You can undo the deletion when the answer has finished.</source>
        <translation>回答完成后即可撤销删除。</translation>
    </message>
    <message>
        <source>This chat is being answered</source>
        <translation>此聊天正在回答</translation>
    </message>
    <message>
        <source>“{title}” is being answered</source>
        <translation>“{title}”正在回答</translation>
    </message>
    <message>
        <source>Editing your message. You&apos;ll get a new answer; the old version is kept.</source>
        <translation>正在编辑消息。将得到新的回答；旧版本会保留。</translation>
    </message>
    <message>
        <source>Editing an answer. The old version is kept.</source>
        <translation>正在编辑回答。旧版本会保留。</translation>
    </message>
    <message>
        <source>Write how the answer begins; the model continues from there.</source>
        <translation>写下回答的开头，由模型接着写。</translation>
    </message>
    <message>
        <source>This message is too long to edit.</source>
        <translation>此消息过长，无法编辑。</translation>
    </message>
    <message>
        <source>Copy the part you need into a new message.</source>
        <translation>请将需要的部分复制到新消息中。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>The name that the program gives</source>
        <translation>程序提供的名称</translation>
    </message>
    <message>
        <source>Answered, with a note</source>
        <translation>已回答，有备注</translation>
    </message>
    <message>
        <source>Tokens in the prompt</source>
        <translation>提示中的 token 数</translation>
    </message>
    <message>
        <source>Prompt tokens that came from the cache</source>
        <translation>来自缓存的提示 token 数</translation>
    </message>
    <message>
        <source>Tokens in the answer</source>
        <translation>回答中的 token 数</translation>
    </message>
    <message>
        <source>Time to the first token</source>
        <translation>到第一个 token 的时间</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>正在回答…</translation>
    </message>
    <message>
        <source>It took {time}.</source>
        <translation>用时 {time}。</translation>
    </message>
    <message>
        <source>Request {name}.</source>
        <translation>请求 {name}。</translation>
    </message>
    <message>
        <source>Leave the temporary chat?</source>
        <translation>要离开临时聊天吗？</translation>
    </message>
    <message>
        <source>Its messages are deleted.</source>
        <translation>其中的消息将被删除。</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>Keep as a chat</source>
        <translation>保留为普通聊天</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>留下</translation>
    </message>
    <message>
        <source>Delete {chats} for good?</source>
        <translation>要永久删除 {chats}吗？</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Empty the trash? {chats} will be deleted for good.</source>
        <translation>要清空回收站吗？{chats}将被永久删除。</translation>
    </message>
    <message>
        <source>Empty trash</source>
        <translation>清空回收站</translation>
    </message>
    <message>
        <source>This erases their text and stored memory. It cannot be undone.</source>
        <translation>此操作会清除它们的文字和已存储的记忆，且无法撤销。</translation>
    </message>
    <message>
        <source>&amp;Temperature</source>
        <translation>温度(&amp;T)</translation>
    </message>
    <message>
        <source>Higher values vary more; 0 always picks the most likely token</source>
        <translation>值越高变化越多；0 始终选择可能性最大的 token</translation>
    </message>
    <message>
        <source>Top &amp;p</source>
        <translation>Top &amp;p</translation>
    </message>
    <message>
        <source>Only the likeliest tokens that add up to this probability; 1: all</source>
        <translation>仅限累计达到此概率的最可能的 token；1：全部</translation>
    </message>
    <message>
        <source>Top &amp;k</source>
        <translation>Top &amp;k</translation>
    </message>
    <message>
        <source>Only this many of the most likely tokens; 0: all</source>
        <translation>仅限可能性最大的若干个 token；0：全部</translation>
    </message>
    <message>
        <source>&amp;Min p</source>
        <translation>&amp;Min p</translation>
    </message>
    <message>
        <source>Minimum probability, relative to the most likely token; 0: all</source>
        <translation>相对于最可能的 token 的最低概率；0：全部</translation>
    </message>
    <message>
        <source>&amp;Repeat penalty</source>
        <translation>重复惩罚(&amp;R)</translation>
    </message>
    <message>
        <source>Above 1, recently used tokens become less likely</source>
        <translation>大于 1 时，最近用过的 token 可能性降低</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>种子(&amp;S)</translation>
    </message>
    <message>
        <source>The same seed gives the same random numbers; answers can still differ</source>
        <translation>相同的种子产生相同的随机数，但回答仍可能不同</translation>
    </message>
    <message>
        <source>Answer &amp;length limit</source>
        <translation>回答长度上限(&amp;L)</translation>
    </message>
    <message>
        <source>An answer stops after this many tokens; you can continue it</source>
        <translation>回答达到此 token 数后停止；可以继续回答</translation>
    </message>
    <message>
        <source>Temperature range</source>
        <translation>温度范围</translation>
    </message>
    <message>
        <source>How far the temperature rises when the model is unsure; 0: off</source>
        <translation>模型不确定时温度升高的幅度；0：关闭</translation>
    </message>
    <message>
        <source>Temperature curve</source>
        <translation>温度曲线</translation>
    </message>
    <message>
        <source>Exponent of dynamic temperature; 1: linear</source>
        <translation>动态温度的指数；1：线性</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Tokens about as surprising as expected, to this probability; 1: all</source>
        <translation>意外程度接近预期的 token，累计到此概率；1：全部</translation>
    </message>
    <message>
        <source>Top n sigma</source>
        <translation>Top n sigma</translation>
    </message>
    <message>
        <source>Only tokens this many standard deviations from the best; 0: all</source>
        <translation>仅限与最佳 token 相差不超过若干标准差的 token；0：全部</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC 概率</translation>
    </message>
    <message>
        <source>How often to leave out the most likely tokens; 0: never</source>
        <translation>略去最可能的 token 的频率；0：从不</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC 阈值</translation>
    </message>
    <message>
        <source>XTC may leave out tokens above this probability, but not all</source>
        <translation>XTC 可能略去高于此概率的 token，但不会全部略去</translation>
    </message>
    <message>
        <source>DRY strength</source>
        <translation>DRY 强度</translation>
    </message>
    <message>
        <source>Makes tokens that would repeat a whole sequence less likely; 0: off</source>
        <translation>降低会重复整段内容的 token 的可能性；0：关闭</translation>
    </message>
    <message>
        <source>DRY growth</source>
        <translation>DRY 增长</translation>
    </message>
    <message>
        <source>How much the penalty grows with each token of the repeated sequence</source>
        <translation>重复片段每多一个 token，惩罚增强的幅度</translation>
    </message>
    <message>
        <source>DRY free length</source>
        <translation>DRY 允许长度</translation>
    </message>
    <message>
        <source>Sequences of up to this many tokens may repeat</source>
        <translation>不超过此 token 数的片段可以重复</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>Makes a token less likely each time it is used; 0: off</source>
        <translation>token 每使用一次，可能性就降低；0：关闭</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Makes a token less likely once it has been used; 0: off</source>
        <translation>token 使用过后可能性降低；0：关闭</translation>
    </message>
    <message>
        <source>Penalties look back</source>
        <translation>惩罚回溯</translation>
    </message>
    <message>
        <source>The three penalties look at this many recent tokens</source>
        <translation>三种惩罚考虑最近的若干个 token</translation>
    </message>
    <message>
        <source>Mirostat</source>
        <translation>Mirostat</translation>
    </message>
    <message>
        <source>Version 1 or 2 keeps perplexity steady, without other filters; 0: off</source>
        <translation>版本 1 或 2 使困惑度保持平稳，不使用其他过滤器；0：关闭</translation>
    </message>
    <message>
        <source>Mirostat target</source>
        <translation>Mirostat 目标</translation>
    </message>
    <message>
        <source>The surprise that Mirostat aims at; lower values are more focused</source>
        <translation>Mirostat 的目标意外程度；值越低越切题</translation>
    </message>
    <message>
        <source>Mirostat rate</source>
        <translation>Mirostat 速率</translation>
    </message>
    <message>
        <source>How quickly Mirostat adapts</source>
        <translation>Mirostat 适应的速度</translation>
    </message>
    <message>
        <source>Settings for “{title}”</source>
        <translation>“{title}”的设置</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>聊天设置</translation>
    </message>
    <message>
        <source>For example: You are a patient teacher. Be brief.</source>
        <translation>例如：你是一位耐心的老师。回答要简短。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Edit summary</source>
        <translation>编辑摘要</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Remove summary</source>
        <translation>移除摘要</translation>
    </message>
    <message>
        <source>Summary of the messages that the model does not &amp;read</source>
        <translation>模型未读取的消息的摘要(&amp;R)</translation>
    </message>
    <message>
        <source>If you change this, the model rereads the messages after it.</source>
        <translation>如果更改，模型会重读其后的消息。</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>重置为默认值</translation>
    </message>
    <message>
        <source>&amp;Instructions for the model (system prompt)</source>
        <translation>给模型的指令（系统提示词）(&amp;I)</translation>
    </message>
    <message>
        <source>If you change this, the model rereads the whole chat.</source>
        <translation>如果更改，模型会重新读取整个聊天。</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Fewer choices</source>
        <translation>收起选项</translation>
    </message>
    <message>
        <source>More choices…</source>
        <translation>更多选项…</translation>
    </message>
    <message>
        <source>Deleted the preset “{name}”; the fields stay as they are.</source>
        <translation>已删除预设“{name}”；各项的值保持不变。</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>另存为预设…</translation>
    </message>
    <message>
        <source>Delete preset</source>
        <translation>删除预设</translation>
    </message>
    <message>
        <source>Preset name</source>
        <translation>预设名称</translation>
    </message>
    <message>
        <source>Save preset</source>
        <translation>保存预设</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>As the model recommends</source>
        <translation>模型推荐值</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>创意</translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a preset.</source>
        <translation>“{name}”不能作为预设名称。</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>未保存任何内容。</translation>
    </message>
    <message>
        <source>Choose another name, of at most {n} characters.</source>
        <translation>请选择其他名称，最多 {n} 个字符。</translation>
    </message>
    <message>
        <source>Attached: {name}</source>
        <translation>附件：{name}</translation>
    </message>
    <message>
        <source>{name}
Click to open</source>
        <translation>{name}
点击打开</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Language of the answers</source>
        <translation>回答的语言</translation>
    </message>
    <message>
        <source>Files to search</source>
        <translation>要检索的文件</translation>
    </message>
    <message>
        <source>Import a character card or a preset</source>
        <translation>导入角色卡或预设</translation>
    </message>
    <message>
        <source>New chats in this folder begin with this. Chats that have begun do not change.</source>
        <translation>此文件夹中的新对话以此开头。已开始的对话不会改变。</translation>
    </message>
    <message>
        <source>&amp;Instructions</source>
        <translation>指令(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Language of the answers</source>
        <translation>回答的语言(&amp;L)</translation>
    </message>
    <message>
        <source>Each new chat begins with these documents, read as a whole.</source>
        <translation>每个新对话都以这些文档的全文开头。</translation>
    </message>
    <message>
        <source>&amp;Documents</source>
        <translation>文档(&amp;D)</translation>
    </message>
    <message>
        <source>Each question searches these files and folders for passages.</source>
        <translation>每个问题都会在这些文件和文件夹中查找相关段落。</translation>
    </message>
    <message>
        <source>Files to &amp;search</source>
        <translation>要检索的文件(&amp;S)</translation>
    </message>
    <message>
        <source>As in the question</source>
        <translation>与提问相同</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>Open pages that models write in your browser?</source>
        <translation>在您的浏览器中打开模型编写的网页？</translation>
    </message>
    <message>
        <source>Your browser runs what the model wrote, apart from your other pages. The page loads nothing from the network and sends nothing, but a malicious one can still connect to a server, which then knows that it was opened. Hearth asks only once.</source>
        <translation>您的浏览器会运行模型编写的内容，并与您的其他网页隔离。该网页不会从网络加载内容，也不会发送内容，但恶意网页仍可能连接到某个服务器，使其得知网页已被打开。Hearth 只询问一次。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Download Mermaid, which draws this diagram?</source>
        <translation>下载用于绘制此图表的 Mermaid？</translation>
    </message>
    <message>
        <source>Hearth downloads it once ({size}, MIT licence) and sends nothing of the chat:
{address}</source>
        <translation>Hearth 只下载一次（{size}，MIT 许可证），不会发送任何聊天内容：
{address}</translation>
    </message>
    <message>
        <source>Downloading Mermaid from {host}…</source>
        <translation>正在从 {host} 下载 Mermaid…</translation>
    </message>
    <message>
        <source>No browser opens the page.</source>
        <translation>没有浏览器能打开该网页。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>正在读取 {name}</translation>
    </message>
    <message>
        <source>Insert into message</source>
        <translation>插入到消息中</translation>
    </message>
    <message>
        <source>Keep the message as it is (Esc)</source>
        <translation>保持消息原样 (Esc)</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Move it back to the message field</source>
        <translation>移回消息输入框</translation>
    </message>
    <message>
        <source>Do not send it</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>Queued: {message}</source>
        <translation>排队中：{message}</translation>
    </message>
    <message>
        <source>The model is loading. Hearth sends your message as soon as it is ready.</source>
        <translation>正在加载模型。准备就绪后，Hearth 会立即发送您的消息。</translation>
    </message>
    <message>
        <source>Keep typing: Hearth sends it when this answer is done.</source>
        <translation>请继续输入：此回答完成后 Hearth 会将其发送。</translation>
    </message>
    <message>
        <source>Queued: {messages}, the last: {message}</source>
        <translation>排队中：{messages}，最后一条：{message}</translation>
    </message>
    <message>
        <source>Open a model to get answers.</source>
        <translation>打开一个模型即可获得回答。</translation>
    </message>
    <message>
        <source>Your message is being saved…</source>
        <translation>正在保存消息…</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>输入消息</translation>
    </message>
    <message>
        <source>The model is loading. You can already write.</source>
        <translation>正在加载模型。现在就可以输入。</translation>
    </message>
    <message>
        <source>“{name}” is not a document, picture or sound that Hearth can read.</source>
        <translation>“{name}”不是 Hearth 能读取的文档、图片或声音。</translation>
    </message>
    <message>
        <source>Attach a document (PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, a web page, mail, text), a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, FLAC, Ogg, Opus).</source>
        <translation>请附加文档（PDF、Word、Excel、PowerPoint、OpenDocument、EPUB、网页、邮件、文本）、图片（PNG、JPEG、GIF、WebP、BMP、TIFF）或声音（WAV、MP3、FLAC、Ogg、Opus）。</translation>
    </message>
    <message>
        <source>Files can be attached to your own messages, not to an answer.</source>
        <translation>文件只能附加到您自己的消息，不能附加到回答。</translation>
    </message>
    <message>
        <source>Paste the text you need.</source>
        <translation>请粘贴所需的文本。</translation>
    </message>
    <message>
        <source>This text is too long to paste into an answer.</source>
        <translation>此文本过长，无法粘贴到回答中。</translation>
    </message>
    <message>
        <source>Paste the part you need.</source>
        <translation>请粘贴所需的部分。</translation>
    </message>
    <message>
        <source>Larger context…</source>
        <translation>增大上下文…</translation>
    </message>
    <message>
        <source>Reload the model with a larger context; needs more memory</source>
        <translation>以更大的上下文重新加载模型；占用更多内存</translation>
    </message>
    <message>
        <source>The model no longer reads them; nothing is deleted</source>
        <translation>模型不再读取它们；不会删除任何内容</translation>
    </message>
    <message>
        <source>The model writes a summary and reads that instead; nothing is deleted</source>
        <translation>模型写一份摘要并改读摘要；不会删除任何内容</translation>
    </message>
    <message>
        <source>Keep only the beginning</source>
        <translation>只保留开头</translation>
    </message>
    <message>
        <source>Shorten your message to what fits; you can review it before you send it</source>
        <translation>把您的消息缩短到放得下的长度；发送前您可以检查</translation>
    </message>
    <message>
        <source>Continue with this message in a new chat</source>
        <translation>在新聊天中发送此消息</translation>
    </message>
    <message>
        <source>This does not fit, even without any earlier messages: {used} of {context}.</source>
        <translation>即使略去之前的所有消息也放不下：{used} / {context}。</translation>
    </message>
    <message>
        <source>This does not fit: {used} of {context}.</source>
        <translation>超出上下文：{used} / {context}。</translation>
    </message>
    <message>
        <source>The context is nearly full: {tokens} left for the answer.</source>
        <translation>上下文即将用满：可用于回答的还有 {tokens}。</translation>
    </message>
    <message>
        <source>Before it answers, the model will summarise the oldest {messages}.</source>
        <translation>回答之前，模型会总结最早的 {messages}。</translation>
    </message>
    <message>
        <source>For this answer, the oldest {messages} will be left out.</source>
        <translation>此次回答将略去最早的 {messages}。</translation>
    </message>
    <message>
        <source>It fits without the oldest {messages}.</source>
        <translation>略去最早的 {messages} 就能放下。</translation>
    </message>
    <message>
        <source>The model then rereads {tokens}.</source>
        <translation>模型随后会重读 {tokens}。</translation>
    </message>
    <message>
        <source>The model then rereads {tokens}, which takes {time}.</source>
        <translation>模型随后会重读 {tokens}，需要{time}。</translation>
    </message>
    <message>
        <source>A message can have {n} pictures and sounds at most.</source>
        <translation>一条消息最多可以有 {n} 个图片和声音。</translation>
    </message>
    <message>
        <source>The rest were not attached; your message is unchanged.</source>
        <translation>其余的未附加；您的消息没有变化。</translation>
    </message>
    <message>
        <source>Send them in several messages, or remove some.</source>
        <translation>请分几条消息发送，或移除其中一些。</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Attach pictures, sounds and text files; you can also paste or drop them here</source>
        <translation>附加图片、声音和文本文件；也可以粘贴或拖放到这里</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>停止 (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>发送 (Enter)</translation>
    </message>
    <message>
        <source>The oldest messages are left out.</source>
        <translation>最早的消息已略去。</translation>
    </message>
    <message>
        <source>They stay in the chat, and you can include them again.</source>
        <translation>它们仍留在聊天中，您可以重新纳入。</translation>
    </message>
    <message>
        <source>Always in this chat</source>
        <translation>在此聊天中始终如此</translation>
    </message>
    <message>
        <source>Summarising the oldest messages…</source>
        <translation>正在总结最早的消息…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The oldest messages are summarised and left out.</source>
        <translation>最早的消息已总结并略去。</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Save this chat with your other chats</source>
        <translation>将此聊天保存到其他聊天之中</translation>
    </message>
    <message>
        <source>Temporary chat: it is not saved.</source>
        <translation>临时聊天：不会保存。</translation>
    </message>
    <message>
        <source>{used} of {whole}</source>
        <translation>{used} / {whole}</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话内容</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>最后一个回答</translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>您的消息</translation>
    </message>
    <message>
        <source>Left for the answer</source>
        <translation>可用于回答</translation>
    </message>
    <message>
        <source>{name}: {text}</source>
        <translation>{name}：{text}</translation>
    </message>
    <message>
        <source>Context of {tokens}</source>
        <translation>上下文：{tokens}</translation>
    </message>
    <message>
        <source>Open the model {name}</source>
        <translation>打开模型 {name}</translation>
    </message>
    <message>
        <source>Import the chats in {name}, or attach it</source>
        <translation>导入 {name} 中的聊天，或将其附加</translation>
    </message>
    <message>
        <source>Import the chats in {files}, or attach them</source>
        <translation>导入 {files}中的聊天，或将其附加</translation>
    </message>
    <message>
        <source>Attach {name} to your message</source>
        <translation>将 {name} 附加到消息</translation>
    </message>
    <message>
        <source>Attach {files} to your message</source>
        <translation>将 {files}附加到消息</translation>
    </message>
    <message>
        <source>Attach the picture to your message</source>
        <translation>将图片附加到您的消息</translation>
    </message>
    <message>
        <source>Open model file</source>
        <translation>打开模型文件</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>模型 (*.gguf);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Add adapter</source>
        <translation>添加适配器</translation>
    </message>
    <message>
        <source>LoRA adapters (*.gguf);;All files (*)</source>
        <translation>LoRA 适配器 (*.gguf);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose a projector for pictures and sounds</source>
        <translation>选择用于图片和声音的投影器</translation>
    </message>
    <message>
        <source>Projectors (*.gguf);;All files (*)</source>
        <translation>投影器 (*.gguf);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose a certificate file</source>
        <translation>选择证书文件</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt *.cer);;All files (*)</source>
        <translation>证书 (*.pem *.crt *.cer);;所有文件 (*)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>图片 ({patterns})</translation>
    </message>
    <message>
        <source>Sounds ({patterns})</source>
        <translation>声音 ({patterns})</translation>
    </message>
    <message>
        <source>Documents ({patterns})</source>
        <translation>文档 ({patterns})</translation>
    </message>
    <message>
        <source>Texts ({patterns})</source>
        <translation>文本 ({patterns})</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Folder with documents</source>
        <translation>文档文件夹</translation>
    </message>
    <message>
        <source>Lists of tool servers (*.json);;All files (*)</source>
        <translation>工具服务器列表 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Import tool servers</source>
        <translation>导入工具服务器</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Cards and presets (*.png *.json *.charx *.jpg *.webp);;All files (*)</source>
        <translation>角色卡和预设 (*.png *.json *.charx *.jpg *.webp);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Import project</source>
        <translation>导入项目</translation>
    </message>
    <message>
        <source>Export project</source>
        <translation>导出项目</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>保存副本</translation>
    </message>
    <message>
        <source>Folder with models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Exported chats (*.hearth *.json *.jsonl *.zip);;All files (*)</source>
        <translation>导出的聊天 (*.hearth *.json *.jsonl *.zip);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Export chats</source>
        <translation>导出聊天</translation>
    </message>
    <message>
        <source>Export chats to folder</source>
        <translation>将聊天导出到文件夹</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入聊天</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>可以运行</translation>
    </message>
    <message>
        <source>Smaller context</source>
        <translation>需缩小上下文</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>较慢</translation>
    </message>
    <message>
        <source>Won&apos;t fit</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>Probably fits</source>
        <translation>应该可以运行</translation>
    </message>
    <message>
        <source>Probably with a smaller context</source>
        <translation>可能需缩小上下文</translation>
    </message>
    <message>
        <source>Probably slow</source>
        <translation>可能较慢</translation>
    </message>
    <message>
        <source>Probably won&apos;t fit</source>
        <translation>可能无法运行</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>允许其他程序使用模型</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>No program is connected.</source>
        <translation>没有程序连接。</translation>
    </message>
    <message>
        <source>{programs} connected: {names}</source>
        <translation>已连接 {programs}：{names}</translation>
    </message>
    <message>
        <source>No requests yet.
Requests from other programs appear here with their time, program and status, but without their text.</source>
        <translation>尚无请求。
来自其他程序的请求会显示在这里，包括时间、程序和状态，但不含文字。</translation>
    </message>
    <message>
        <source>No other program can reach Hearth now.
Once the API is on, the address and key for your editor appear here.</source>
        <translation>目前没有其他程序可以访问 Hearth。
开启 API 后，此处会显示供编辑器使用的地址和密钥。</translation>
    </message>
    <message>
        <source>Requests from other programs</source>
        <translation>其他程序的请求</translation>
    </message>
    <message>
        <source>Lets editors and other programs use the model through the APIs of OpenAI and Anthropic. Hearth answers only programs on this machine that have the key.</source>
        <translation>编辑器和其他程序可以通过 OpenAI 和 Anthropic 的 API 使用模型。Hearth 只回答此计算机上持有密钥的程序。</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Could not start</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>Ending…</source>
        <translation>正在结束…</translation>
    </message>
    <message>
        <source>Estimated from the file size, for at most {tokens}:</source>
        <translation>根据文件大小估计，上下文最多 {tokens}：</translation>
    </message>
    <message>
        <source>With a context of {tokens}, KV cache {kv_type}:</source>
        <translation>上下文为 {tokens}，KV 缓存{kv_type}：</translation>
    </message>
    <message>
        <source>With a context of {tokens}, of which this chat needs about {n_chat}, KV cache {kv_type}:</source>
        <translation>上下文为 {tokens}（此聊天约需 {n_chat} 个），KV 缓存{kv_type}：</translation>
    </message>
    <message>
        <source>{place}: weights {weights} + KV cache {cache} + compute {compute} = {together} · {free} of {total} free</source>
        <translation>{place}：权重 {weights} + KV 缓存 {cache} + 计算 {compute} = {together} · {free} 可用，共 {total}</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>at full precision</source>
        <translation>使用完整精度</translation>
    </message>
    <message>
        <source>in 8 bits</source>
        <translation>使用 8 位</translation>
    </message>
    <message>
        <source>These folders were set when Hearth was started, so you cannot move them here.</source>
        <translation>这些文件夹是在启动 Hearth 时指定的，因此无法在此移动。</translation>
    </message>
    <message>
        <source>Portable: everything is in the folder “data” next to the program. To move it, move the whole program folder.</source>
        <translation>便携模式：所有内容都在程序旁边的“data”文件夹中。要移动，请移动整个程序文件夹。</translation>
    </message>
    <message>
        <source>Everything is now in one folder.</source>
        <translation>所有内容现在都在同一个文件夹中。</translation>
    </message>
    <message>
        <source>Folders and reset</source>
        <translation>文件夹和重置</translation>
    </message>
    <message>
        <source>Your messages and the answers</source>
        <translation>您的消息和模型的回答</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Your preferences</source>
        <translation>您的偏好设置</translation>
    </message>
    <message>
        <source>The stored KV cache of your chats</source>
        <translation>您的聊天的已存储 KV 缓存</translation>
    </message>
    <message>
        <source>Window and log</source>
        <translation>窗口和日志</translation>
    </message>
    <message>
        <source>Drafts, window position, log</source>
        <translation>草稿、窗口位置、日志</translation>
    </message>
    <message>
        <source>Reset…</source>
        <translation>重置…</translation>
    </message>
    <message>
        <source>Move back</source>
        <translation>移回</translation>
    </message>
    <message>
        <source>Move everything back to the default folders</source>
        <translation>将所有内容移回默认文件夹</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>移动…</translation>
    </message>
    <message>
        <source>Move everything to a folder of your choice</source>
        <translation>将所有内容移到您选择的文件夹</translation>
    </message>
    <message>
        <source>Hearth writes only to these folders. Model files stay where they are unless you move one to the {trash} yourself.</source>
        <translation>Hearth 只写入这些文件夹。模型文件留在原处，除非您自己将其移到{trash}。</translation>
    </message>
    <message>
        <source>{folder} is still empty</source>
        <translation>{folder} 仍是空的</translation>
    </message>
    <message>
        <source>Open the folder: {name}</source>
        <translation>打开文件夹：{name}</translation>
    </message>
    <message>
        <source>Move everything to</source>
        <translation>将所有内容移至</translation>
    </message>
    <message>
        <source>Checking whether everything fits there…</source>
        <translation>正在检查空间是否足够…</translation>
    </message>
    <message>
        <source>Use other chats</source>
        <translation>使用其他聊天</translation>
    </message>
    <message>
        <source>There are already Hearth chats in {folder}. Use them?</source>
        <translation>{folder} 中已有 Hearth 聊天。要使用它们吗？</translation>
    </message>
    <message>
        <source>Your current chats stay in {folder}. Nothing is moved or merged.</source>
        <translation>当前的聊天仍留在 {folder} 中。不会移动或合并任何内容。</translation>
    </message>
    <message>
        <source>Use them</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Move everything</source>
        <translation>移动所有内容</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Hearth closes its window, moves {size}, and reopens. This stops a running answer; its text so far is kept.</source>
        <translation>Hearth 将关闭窗口、移动 {size} 数据，然后重新打开。正在进行的回答会停止，已生成的内容会保留。</translation>
    </message>
    <message>
        <source>Move everything back to the default folders?</source>
        <translation>要将所有内容移回默认文件夹吗？</translation>
    </message>
    <message>
        <source>Move everything to {folder}?</source>
        <translation>要将所有内容移到 {folder} 吗？</translation>
    </message>
    <message>
        <source>If you start fresh, Hearth opens without chats. To use the missing chats later, choose Folders and reset…, then Move…, then their folder.</source>
        <translation>如果重新开始，Hearth 打开后将没有聊天。以后要重新使用找不到的聊天，请依次选择“文件夹和重置…”、“移动…”，然后选择其所在文件夹。</translation>
    </message>
    <message>
        <source>Likely alternatives</source>
        <translation>可能的其他说法</translation>
    </message>
    <message>
        <source>Words of the answer</source>
        <translation>回答的文字</translation>
    </message>
    <message>
        <source>Alternatives for the selected word</source>
        <translation>所选词的备选</translation>
    </message>
    <message>
        <source>Reading the chat…</source>
        <translation>正在读取聊天…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Show how each continues</source>
        <translation>显示各自的后续</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>从此处继续</translation>
    </message>
    <message>
        <source>Select a word to see its alternatives. The stronger its colour, the less likely it was.</source>
        <translation>选择一个词，查看它的备选。颜色越深，该词的概率越低。</translation>
    </message>
    <message>
        <source>Reading the chat: {done} of {total} tokens</source>
        <translation>正在读取聊天：{done} / {total} 个 token</translation>
    </message>
    <message>
        <source>{first} wrote this answer; the alternatives come from {second}.</source>
        <translation>此回答由 {first} 撰写；备选内容来自 {second}。</translation>
    </message>
    <message>
        <source>Checked {done} of {total} words</source>
        <translation>已检查 {done} / {total} 个词</translation>
    </message>
    <message>
        <source>Interrupted by a request for an answer.</source>
        <translation>因请求回答而中断。</translation>
    </message>
    <message>
        <source>The model continues each of them…</source>
        <translation>模型正在逐一续写…</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Start fresh</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Choose the folder with your chats</source>
        <translation>选择保存聊天的文件夹</translation>
    </message>
    <message>
        <source>There are no Hearth chats in {folder}. Choose the folder that contains “data” and “config”.</source>
        <translation>{folder} 中没有 Hearth 聊天。请选择包含“data”和“config”的文件夹。</translation>
    </message>
    <message>
        <source>Hearth could not save this choice: {error}</source>
        <translation>Hearth 无法保存此选择：{error}</translation>
    </message>
    <message>
        <source>Reset Hearth</source>
        <translation>重置 Hearth</translation>
    </message>
    <message>
        <source>Settings and window</source>
        <translation>设置和窗口</translation>
    </message>
    <message>
        <source>All chats ({chats})</source>
        <translation>所有聊天（{chats}）</translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>所有聊天</translation>
    </message>
    <message>
        <source>{chats} will be deleted. This cannot be undone.</source>
        <translation>将删除 {chats}。此操作无法撤销。</translation>
    </message>
    <message>
        <source>All chats will be deleted. This cannot be undone.</source>
        <translation>将删除所有聊天。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Delete {chats} and reset</source>
        <translation>删除 {chats}并重置</translation>
    </message>
    <message>
        <source>Delete all chats and reset</source>
        <translation>删除所有聊天并重置</translation>
    </message>
    <message>
        <source>Hearth closes its window, deletes the ticked items, and reopens as if newly installed. Model files are kept.</source>
        <translation>Hearth 将关闭窗口，删除勾选的内容，然后像刚安装时一样重新打开。模型文件会保留。</translation>
    </message>
    <message>
        <source>Also the log, unsent messages and server keys.</source>
        <translation>还包括日志、尚未发送的消息和服务器密钥。</translation>
    </message>
    <message>
        <source>The model rereads each chat once when you continue it. No messages are lost.</source>
        <translation>模型会在您继续每个聊天时重新读取一次。不会丢失任何消息。</translation>
    </message>
    <message>
        <source>Including their backups and stored memory.</source>
        <translation>包括其备份和已存储的记忆。</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Stopping, unless the move is already finished…</source>
        <translation>正在停止（除非移动已经完成）…</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>Hearth now uses the chats in {folder}.</source>
        <translation>Hearth 现在使用 {folder} 中的聊天。</translation>
    </message>
    <message>
        <source>Your other chats are still in {folder}.</source>
        <translation>您的其他聊天仍在 {folder} 中。</translation>
    </message>
    <message>
        <source>Hearth was reset.</source>
        <translation>Hearth 已重置。</translation>
    </message>
    <message>
        <source>Your model files were kept.</source>
        <translation>模型文件已保留。</translation>
    </message>
    <message>
        <source>Everything was moved to {folder}.</source>
        <translation>所有内容已移到 {folder}。</translation>
    </message>
    <message>
        <source>Hearth could not delete some of the old files; they are in {folders}.</source>
        <translation>Hearth 无法删除部分旧文件；它们位于 {folders}。</translation>
    </message>
    <message>
        <source>Recovering your chats…</source>
        <translation>正在恢复聊天…</translation>
    </message>
    <message>
        <source>Restoring the backup of your chats…</source>
        <translation>正在还原聊天备份…</translation>
    </message>
    <message>
        <source>Resetting Hearth…</source>
        <translation>正在重置 Hearth…</translation>
    </message>
    <message>
        <source>Opening the other chats…</source>
        <translation>正在打开其他聊天…</translation>
    </message>
    <message>
        <source>Moving your chats to the default folders…</source>
        <translation>正在将聊天移到默认文件夹…</translation>
    </message>
    <message>
        <source>Moving your chats to {folder}…</source>
        <translation>正在将聊天移到 {folder}…</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n 个 token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n 个词</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s)</source>
        <translation>
            <numerusform>%n 个聊天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n 个回答</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other answer(s)</source>
        <translation>
            <numerusform>%n 个其他回答</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n 个模型</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n 条结果</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n program(s)</source>
        <translation>
            <numerusform>%n 个程序</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n 页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n 个段落</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n 张图片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation>
            <numerusform>%n 段声音</numerusform>
        </translation>
    </message>
    <message>
        <source>under 1 ms</source>
        <translation>不到 1 ms</translation>
    </message>
    <message>
        <source>{n_min} min {n_s} s</source>
        <translation>{n_min} 分 {n_s} 秒</translation>
    </message>
    <message>
        <source>{n_min} min</source>
        <translation>{n_min} 分钟</translation>
    </message>
    <message>
        <source>{n} s</source>
        <translation>{n} 秒</translation>
    </message>
    <message>
        <source>less than a second</source>
        <translation>不到 1 秒</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>约 {time}</translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation>{n} 分钟前</translation>
    </message>
    <message>
        <source>now</source>
        <comment>ago</comment>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>{n} h</source>
        <translation>{n} 小时前</translation>
    </message>
    <message>
        <source>HH:mm</source>
        <comment>a pattern of Qt</comment>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>a pattern of Qt</comment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>a pattern of Qt</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <comment>a pattern of Qt</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>{day}, {time}</source>
        <translation>{day} {time}</translation>
    </message>
    <message>
        <source>HH:mm:ss</source>
        <comment>a pattern of Qt</comment>
        <translation>HH:mm:ss</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>MMMM</source>
        <comment>a pattern of Qt</comment>
        <translation>M月</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>a pattern of Qt</comment>
        <translation>yyyy年M月</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>下载进度</translation>
    </message>
    <message>
        <source>Access token…</source>
        <translation>访问令牌…</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>{action}: {model}</source>
        <translation>{action}：{model}</translation>
    </message>
    <message>
        <source>{n_done} of {n_all}</source>
        <translation>{n_done} / {n_all}</translation>
    </message>
    <message>
        <source>Waiting · {far}</source>
        <translation>正在等待 · {far}</translation>
    </message>
    <message>
        <source>{what} Trying again in {time} · {far}</source>
        <translation>{what}{time} 后重试 · {far}</translation>
    </message>
    <message>
        <source>Paused · {far}</source>
        <translation>已暂停 · {far}</translation>
    </message>
    <message>
        <source>Verifying: {n_checked} · {far}</source>
        <translation>正在校验：{n_checked} · {far}</translation>
    </message>
    <message>
        <source>Downloaded · {size}</source>
        <translation>已下载 · {size}</translation>
    </message>
    <message>
        <source>Waiting for the server · {far}</source>
        <translation>正在等待服务器 · {far}</translation>
    </message>
    <message>
        <source>{speed}/s</source>
        <translation>{speed}/秒</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>剩余 {time}</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>加载模型</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>For models that require you to sign in</source>
        <translation>用于要求您登录的模型</translation>
    </message>
    <message>
        <source>Enter access token…</source>
        <translation>输入访问令牌…</translation>
    </message>
    <message>
        <source>Open page</source>
        <translation>打开页面</translation>
    </message>
    <message>
        <source>Show larger models</source>
        <translation>显示更大的模型</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>Suggested models</source>
        <translation>推荐的模型</translation>
    </message>
    <message>
        <source>List of {month}.</source>
        <translation>此列表更新于{month}。</translation>
    </message>
    <message>
        <source>This machine has {n_gb} GB of memory. Larger models know more but are slower.</source>
        <translation>此计算机有 {n_gb} GB 内存。较大的模型知识更丰富，但速度较慢。</translation>
    </message>
    <message>
        <source>This machine has {n_gb} GB of memory and a graphics card with {n_gpu_gb} GB. Models that fit on the card are fast.</source>
        <translation>此计算机有 {n_gb} GB 内存，显卡有 {n_gpu_gb} GB 显存。显存放得下的模型运行很快。</translation>
    </message>
    <message>
        <source>A link leads to this model. Hearth contacts {host} when you show its files, and downloads nothing before you choose one.</source>
        <translation>有链接指向此模型。您显示其文件时，Hearth 才会联系 {host}；您选择文件之前，不会下载任何内容。</translation>
    </message>
    <message>
        <source>The link names the file {file}.</source>
        <translation>该链接指定了文件 {file}。</translation>
    </message>
    <message>
        <source>No models found</source>
        <translation>未找到模型</translation>
    </message>
    <message>
        <source>Try fewer or different words.</source>
        <translation>请减少搜索词或换用其他搜索词。</translation>
    </message>
    <message>
        <source>Found on {host}</source>
        <translation>在 {host} 上找到</translation>
    </message>
    <message>
        <source>The same model in several sizes. Smaller files need less memory and lose a little quality.</source>
        <translation>同一模型的多种大小。较小的文件占用内存较少，质量略有下降。</translation>
    </message>
    <message>
        <source>The link names {file}, which is not among them.</source>
        <translation>链接指定的 {file} 不在其中。</translation>
    </message>
    <message>
        <source>{model} was not downloaded</source>
        <translation>未能下载 {model}</translation>
    </message>
    <message>
        <source>A full-size model can chat about anything. You download it once, and it works offline. Hearth contacts {host} only when you search, check or download.</source>
        <translation>完整的模型可以聊任何话题。只需下载一次，即可离线使用。Hearth 仅在您搜索、检查或下载时连接 {host}。</translation>
    </message>
    <message>
        <source>Search {host}</source>
        <translation>搜索 {host}</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Getting the files of {model}…</source>
        <translation>正在获取 {model} 的文件…</translation>
    </message>
    <message>
        <source>Getting {model}…</source>
        <translation>正在获取 {model}…</translation>
    </message>
    <message>
        <source>Hearth now uses the access token</source>
        <translation>Hearth 现已使用该访问令牌</translation>
    </message>
    <message>
        <source>Access token removed</source>
        <translation>访问令牌已移除</translation>
    </message>
    <message>
        <source>{model} downloaded.</source>
        <translation>{model} 已下载</translation>
    </message>
    <message>
        <source>accept the terms on its page first</source>
        <translation>需先在其页面上接受条款</translation>
    </message>
    <message>
        <source>requires approval from its authors</source>
        <translation>需要作者批准</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Files of {model}</source>
        <translation>{model} 的文件</translation>
    </message>
    <message>
        <source>Open the page of {model} in the browser</source>
        <translation>在浏览器中打开 {model} 的页面</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download {model}</source>
        <translation>下载 {model}</translation>
    </message>
    <message>
        <source>Check exactly</source>
        <translation>精确检查</translation>
    </message>
    <message>
        <source>Check exactly how {model} fits</source>
        <translation>精确检查能否运行 {model}</translation>
    </message>
    <message>
        <source>Downloads the first megabytes of the file from {host} to calculate its memory use</source>
        <translation>从 {host} 下载文件开头的几 MB，以计算其内存占用</translation>
    </message>
    <message>
        <source>With pictures (+ {size})</source>
        <translation>包括图片（+ {size}）</translation>
    </message>
    <message>
        <source>{model} with pictures</source>
        <translation>{model}，包括图片</translation>
    </message>
    <message>
        <source>Also downloads a second file that lets the model see pictures or hear sounds</source>
        <translation>同时下载第二个文件，让模型可以看图片或听声音</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>From the link</source>
        <translation>来自链接</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>{n} downloads per month</source>
        <translation>每月下载 {n} 次</translation>
    </message>
    <message>
        <source>{n} likes</source>
        <translation>{n} 个赞</translation>
    </message>
    <message>
        <source>licence: {licence}</source>
        <translation>许可证：{licence}</translation>
    </message>
    <message>
        <source>changed {day}</source>
        <translation>更新于 {day}</translation>
    </message>
    <message>
        <source>in {n} files</source>
        <translation>共 {n} 个文件</translation>
    </message>
    <message>
        <source>Fits well</source>
        <translation>合适</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>勉强可用</translation>
    </message>
    <message>
        <source>{size} ({quantisation}), needs {n_gb} GB</source>
        <translation>{size}（{quantisation}），需要 {n_gb} GB</translation>
    </message>
    <message>
        <source>About {words} per second on this machine</source>
        <translation>在此计算机上每秒约 {words}</translation>
    </message>
    <message>
        <source>Less than a word per second on this machine</source>
        <translation>在此计算机上每秒不到一个词</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>已回答</translation>
    </message>
    <message>
        <source>Not understood</source>
        <translation>无法理解</translation>
    </message>
    <message>
        <source>Wrong key</source>
        <translation>密钥错误</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>No such address</source>
        <translation>地址不存在</translation>
    </message>
    <message>
        <source>Too slow</source>
        <translation>太慢</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>Not JSON</source>
        <translation>不是 JSON</translation>
    </message>
    <message>
        <source>Too many at once</source>
        <translation>同时请求过多</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>The request used an unsupported feature or an invalid format. Hearth&apos;s response names the field.</source>
        <translation>该请求使用了不支持的功能或无效的格式。Hearth 的响应中注明了是哪个字段。</translation>
    </message>
    <message>
        <source>Give the program the key shown above.</source>
        <translation>请将上方显示的密钥提供给该程序。</translation>
    </message>
    <message>
        <source>It came from a web page, or used a host name, that the settings do not allow.</source>
        <translation>该请求来自设置所不允许的网页，或使用了不允许的主机名。</translation>
    </message>
    <message>
        <source>Check the address of Hearth in the program&apos;s settings.</source>
        <translation>请在该程序的设置中检查 Hearth 的地址。</translation>
    </message>
    <message>
        <source>A request may be up to 32 MiB.</source>
        <translation>请求最大为 32 MiB。</translation>
    </message>
    <message>
        <source>The program disconnected before the end.</source>
        <translation>程序在结束前断开了连接。</translation>
    </message>
    <message>
        <source>No model was loaded, or the API was switched off in the meantime.</source>
        <translation>没有加载模型，或 API 在此期间被关闭。</translation>
    </message>
    <message>
        <source>Refused ({status})</source>
        <translation>已拒绝（{status}）</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Create a token in the browser</source>
        <translation>在浏览器中创建令牌</translation>
    </message>
    <message>
        <source>Save token</source>
        <translation>保存令牌</translation>
    </message>
    <message>
        <source>Remove token</source>
        <translation>移除令牌</translation>
    </message>
    <message>
        <source>Checking the {keyring}…</source>
        <translation>正在检查{keyring}…</translation>
    </message>
    <message>
        <source>Hearth uses this token until you close it.</source>
        <translation>Hearth 会使用此令牌，直到您将其关闭。</translation>
    </message>
    <message>
        <source>&amp;Token for {host}</source>
        <translation>{host} 的令牌(&amp;T)</translation>
    </message>
    <message>
        <source>The environment variable HF_TOKEN contains a token; Hearth uses it instead of one saved here.</source>
        <translation>环境变量 HF_TOKEN 中已有令牌；Hearth 会使用它，而不是此处保存的令牌。</translation>
    </message>
    <message>
        <source>Some models require you to sign in at {host} and accept their terms. A read token identifies you. Hearth saves it in the {keyring} of this system and sends it only to {host}.</source>
        <translation>有些模型要求您在 {host} 登录并接受其条款。读取令牌可证明您的身份。Hearth 将其保存在此系统的{keyring}中，且只发送给 {host}。</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU that shares the RAM</source>
        <translation>共享内存的 GPU</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>The child process that listed them {ending}.</source>
        <translation>查询设备的子进程未正常完成：{ending}。</translation>
    </message>
    <message>
        <source>Could not list the devices</source>
        <translation>无法列出设备</translation>
    </message>
    <message>
        <source>This build supports GPUs but finds none; a driver may be missing.</source>
        <translation>此构建支持 GPU，但未找到 GPU；可能缺少驱动程序。</translation>
    </message>
    <message>
        <source>This build uses only the processor. Builds for graphics cards are listed below.</source>
        <translation>此版本仅使用处理器。适用于显卡的版本列在下方。</translation>
    </message>
    <message>
        <source>No GPU was found</source>
        <translation>未找到 GPU</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>未加载模型</translation>
    </message>
    <message>
        <source>Load one to see its memory use.</source>
        <translation>加载模型后可查看其内存占用。</translation>
    </message>
    <message>
        <source>KV cache {kv_type}</source>
        <translation>KV 缓存{kv_type}</translation>
    </message>
    <message>
        <source>threads: {n}</source>
        <translation>线程数：{n}</translation>
    </message>
    <message>
        <source>flash attention where it helps</source>
        <translation>在有益处时使用 Flash Attention</translation>
    </message>
    <message>
        <source>no flash attention</source>
        <translation>不使用 Flash Attention</translation>
    </message>
    <message>
        <source>It runs on a server; its memory use is unknown.</source>
        <translation>它在服务器上运行；其内存占用未知。</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>Hearth measures it with every answer, or when you press Measure.</source>
        <translation>Hearth 会在每次回答时，或在您按“测量”时进行测量。</translation>
    </message>
    <message>
        <source>Reading a prompt</source>
        <translation>读取提示词</translation>
    </message>
    <message>
        <source>Writing an answer</source>
        <translation>生成回答</translation>
    </message>
    <message>
        <source>{n} tokens/s</source>
        <translation>{n} token/秒</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Hearth tries each configuration in a separate process when it first loads a model.</source>
        <translation>首次加载模型时，Hearth 会在单独的进程中尝试每种配置。</translation>
    </message>
    <message>
        <source>Not tested yet on this machine</source>
        <translation>尚未在此计算机上测试</translation>
    </message>
    <message>
        <source>Passed earlier</source>
        <translation>之前已通过</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>Failed: it {outcome}</source>
        <translation>失败：{outcome}</translation>
    </message>
    <message>
        <source>a single library</source>
        <translation>单个库</translation>
    </message>
    <message>
        <source>Version of llama.cpp</source>
        <translation>llama.cpp 版本</translation>
    </message>
    <message>
        <source>Backends</source>
        <translation>后端</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>All weight layouts, GPU where there is one</source>
        <translation>所有权重布局，有 GPU 时使用 GPU</translation>
    </message>
    <message>
        <source>All weight layouts, no GPU</source>
        <translation>所有权重布局，不使用 GPU</translation>
    </message>
    <message>
        <source>Plain weight layouts, GPU where there is one</source>
        <translation>普通权重布局，有 GPU 时使用 GPU</translation>
    </message>
    <message>
        <source>Plain weight layouts, no GPU</source>
        <translation>普通权重布局，不使用 GPU</translation>
    </message>
    <message>
        <source>backend {name}</source>
        <translation>后端 {name}</translation>
    </message>
    <message>
        <source>driver {name}</source>
        <translation>驱动程序 {name}</translation>
    </message>
    <message>
        <source>{free} of {total} free</source>
        <translation>{free} 可用，共 {total}</translation>
    </message>
    <message>
        <source>weights {weights} + KV cache {cache} + compute {compute} = {together}</source>
        <translation>权重 {weights} + KV 缓存 {cache} + 计算 {compute} = {together}</translation>
    </message>
    <message>
        <source>{n} of {n_all} layers, output included</source>
        <translation>{n} / {n_all} 层（含输出层）</translation>
    </message>
    <message>
        <source>{ms} ms round trip</source>
        <translation>往返 {ms} 毫秒</translation>
    </message>
    <message>
        <source>Another machine</source>
        <translation>另一台计算机</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Try the GPU again</source>
        <translation>再次尝试 GPU</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Loaded model</source>
        <translation>已加载的模型</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Self-test</source>
        <translation>自检</translation>
    </message>
    <message>
        <source>Hearth uses a configuration only after it has worked in a separate process.</source>
        <translation>只有在独立进程中运行成功后，Hearth 才会使用该配置。</translation>
    </message>
    <message>
        <source>This build</source>
        <translation>当前构建</translation>
    </message>
    <message>
        <source>Other builds</source>
        <translation>其他构建</translation>
    </message>
    <message>
        <source>Each is a single command; run it in Hearth&apos;s source folder.</source>
        <translation>每种构建只需一条命令；请在 Hearth 的源代码文件夹中运行。</translation>
    </message>
    <message>
        <source>Files and folders</source>
        <translation>文件和文件夹</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Filter by name or title</source>
        <translation>按名称或标题筛选</translation>
    </message>
    <message>
        <source>Files read</source>
        <translation>已读取的文件</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>{files}, about {tokens}</source>
        <translation>{files}，约 {tokens}</translation>
    </message>
    <message>
        <source>Hearth looks at {files} at most; the others are left out.</source>
        <translation>Hearth 最多查看 {files}，其余的不予理会。</translation>
    </message>
    <message>
        <source>Reading {n} of {all}: {name}</source>
        <translation>正在读取第 {n} 个（共 {all} 个）：{name}</translation>
    </message>
    <message>
        <source>Looking through your files…</source>
        <translation>正在查看您的文件…</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>Remove from the list…</source>
        <translation>从列表中移除…</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>显示文本</translation>
    </message>
    <message>
        <source>Hearth reads these files and folders, and finds passages in them for your questions. The files stay where they are, as they are.</source>
        <translation>Hearth 读取这些文件和文件夹，并在其中为您的问题查找段落。文件保留在原处，不作任何更改。</translation>
    </message>
    <message>
        <source>List files and folders here, and ask about them in a chat: Hearth finds the passages that fit your question.
You can also drop them on this page.</source>
        <translation>在此列出文件和文件夹，然后在聊天中提问：Hearth 会找到与您的问题相符的段落。
您也可以将它们拖放到此页面。</translation>
    </message>
    <message>
        <source>This file lies in a folder that is listed; only the folder can be removed</source>
        <translation>此文件位于已列出的文件夹中；只能移除该文件夹</translation>
    </message>
    <message>
        <source>Keep read for new chats</source>
        <translation>为新聊天保持已读取</translation>
    </message>
    <message>
        <source>Add {name} to your documents</source>
        <translation>将 {name} 添加到您的文档</translation>
    </message>
    <message>
        <source>Add {files} to your documents</source>
        <translation>将 {files} 添加到您的文档</translation>
    </message>
    <message>
        <source>Set its GPU layers, and more</source>
        <translation>设置其 GPU 层数及其他选项</translation>
    </message>
    <message>
        <source>Measure prompt and generation speed</source>
        <translation>测量提示和生成速度</translation>
    </message>
    <message>
        <source>Load a model on this machine to measure how fast it is</source>
        <translation>加载本机上的模型以测量其速度</translation>
    </message>
    <message>
        <source>Discard the self-test result, test again, and reload the model</source>
        <translation>丢弃自检结果，重新测试，并重新加载模型</translation>
    </message>
    <message>
        <source>The hardware that Hearth can and cannot use to run models on this computer.</source>
        <translation>Hearth 在此计算机上运行模型时可以使用和无法使用的硬件。</translation>
    </message>
    <message>
        <source>Address and key</source>
        <translation>地址和密钥</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>显示密钥</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>复制密钥</translation>
    </message>
    <message>
        <source>New key…</source>
        <translation>新密钥…</translation>
    </message>
    <message>
        <source>Create a new key</source>
        <translation>生成新密钥</translation>
    </message>
    <message>
        <source>Programs with the old key will be refused</source>
        <translation>之后持有旧密钥的程序将被拒绝</translation>
    </message>
    <message>
        <source>Use with…</source>
        <translation>用于…</translation>
    </message>
    <message>
        <source>Use with a program</source>
        <translation>用于某个程序</translation>
    </message>
    <message>
        <source>Copy the command that starts a program with this model</source>
        <translation>复制用此模型启动程序的命令</translation>
    </message>
    <message>
        <source>Copied: {text}</source>
        <translation>已复制：{text}</translation>
    </message>
    <message>
        <source>Set up a program…</source>
        <translation>设置程序…</translation>
    </message>
    <message>
        <source>Set up a program</source>
        <translation>设置程序</translation>
    </message>
    <message>
        <source>Configuration to paste for curl, Python, Zed, Continue and others</source>
        <translation>供 curl、Python、Zed、Continue 等粘贴的配置</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Hidden until you show it</source>
        <translation>显示前保持隐藏</translation>
    </message>
    <message>
        <source>Hide the key</source>
        <translation>隐藏密钥</translation>
    </message>
    <message>
        <source>Copy the command for {backend}</source>
        <translation>复制 {backend} 的命令</translation>
    </message>
    <message>
        <source>The model is being reloaded, with a new self-test.</source>
        <translation>正在重新加载模型，并重新进行自检。</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>已测量</translation>
    </message>
    <message>
        <source>The speed was not measured.</source>
        <translation>未测量速度。</translation>
    </message>
    <message>
        <source>Wait until the running answers have finished.</source>
        <translation>请等待正在进行的回答结束。</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Show chat list</source>
        <translation>显示聊天列表</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Hearth is already running, but does not respond.</source>
        <translation>Hearth 已在运行，但没有响应。</translation>
    </message>
    <message>
        <source>No second window was opened; your chats are untouched.</source>
        <translation>未打开第二个窗口；聊天未受影响。</translation>
    </message>
    <message>
        <source>Wait a moment, or close that Hearth (it may be on another computer that shares this folder), then start it again.</source>
        <translation>请稍候，或关闭那个 Hearth（它可能位于共享此文件夹的另一台计算机上），然后重新启动。</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>网页（HTML）</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Text that any editor opens. Code and formulas keep their source form.</source>
        <translation>任何编辑器都能打开的文本。代码和公式保持原样。</translation>
    </message>
    <message>
        <source>One file for the browser, with colours and formulas. It works offline.</source>
        <translation>可在浏览器中打开的单个文件，带有颜色和公式。可离线使用。</translation>
    </message>
    <message>
        <source>Pages to print or share.</source>
        <translation>适合打印或分享的页面。</translation>
    </message>
    <message>
        <source>Everything, including all versions of messages. Hearth can import it again.</source>
        <translation>全部内容，包括消息的所有版本。Hearth 可以重新导入。</translation>
    </message>
    <message>
        <source>Everything, including all versions of messages and the picture and sound files. Hearth can import it again.</source>
        <translation>全部内容，包括消息的所有版本以及图片和声音文件。Hearth 可以重新导入。</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Export chat</source>
        <translation>导出聊天</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>Each chat becomes a file in the folder you choose.</source>
        <translation>每个聊天保存为您所选文件夹中的一个文件。</translation>
    </message>
    <message>
        <source>JSON with pictures and sounds (ZIP)</source>
        <translation>JSON（含图片和声音，ZIP）</translation>
    </message>
    <message>
        <source>ZIP archives (*.zip)</source>
        <translation>ZIP 压缩包 (*.zip)</translation>
    </message>
    <message>
        <source>Hearth chats</source>
        <translation>Hearth 聊天</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>The chats were not exported.</source>
        <translation>聊天未导出。</translation>
    </message>
    <message>
        <source>You stopped the export; nothing was exported.</source>
        <translation>您已停止导出；未导出任何内容。</translation>
    </message>
    <message>
        <source>{chats} exported to {path}</source>
        <translation>已将 {chats}导出到 {path}</translation>
    </message>
    <message>
        <source>You stopped the export before it was complete.</source>
        <translation>您在导出完成之前将其停止。</translation>
    </message>
    <message>
        <source>{chats} had been deleted in the meantime.</source>
        <translation>{chats}在此期间已被删除。</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>找到的内容</translation>
    </message>
    <message>
        <source>Import chats again even if they are already here</source>
        <translation>即使聊天已存在也重新导入</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>正在读取 {name}…</translation>
    </message>
    <message>
        <source>Reading {name} and {n} more…</source>
        <translation>正在读取 {name} 和另外 {n} 个文件…</translation>
    </message>
    <message>
        <source>Nothing can be imported.</source>
        <translation>没有可导入的内容。</translation>
    </message>
    <message>
        <source>{chats} with {messages} can be imported. Nothing has been added yet.</source>
        <translation>可导入 {chats}，共 {messages}。尚未添加任何内容。</translation>
    </message>
    <message>
        <source>and {chats} more</source>
        <translation>以及另外 {chats}</translation>
    </message>
    <message>
        <source>Import {chats}</source>
        <translation>导入 {chats}</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>没有新内容</translation>
    </message>
    <message>
        <source>{program}: {chats}</source>
        <translation>{program}：{chats}</translation>
    </message>
    <message>
        <source>Already here: {chats}</source>
        <translation>已存在：{chats}</translation>
    </message>
    <message>
        <source>Unreadable: {n}</source>
        <translation>无法读取：{n}</translation>
    </message>
    <message>
        <source>Files with damaged text: {n}</source>
        <translation>文本损坏的文件：{n}</translation>
    </message>
    <message>
        <source>Importing… You can keep chatting.</source>
        <translation>正在导入… 在此期间可以继续聊天。</translation>
    </message>
    <message>
        <source>Nothing was imported.</source>
        <translation>未导入任何内容。</translation>
    </message>
    <message>
        <source>{chats} with {messages} imported.</source>
        <translation>已导入 {chats}，共 {messages}。</translation>
    </message>
    <message>
        <source>You stopped the import; the other chats were not imported.</source>
        <translation>您已停止导入；其他聊天未导入。</translation>
    </message>
    <message>
        <source>{title} · {messages} · already here</source>
        <translation>{title} · {messages} · 已存在</translation>
    </message>
    <message>
        <source>{title} · {messages}</source>
        <translation>{title} · {messages}</translation>
    </message>
    <message>
        <source>Cannot read {name}. {reason}</source>
        <translation>无法读取：{name}。{reason}</translation>
    </message>
    <message>
        <source>and {n} more unreadable</source>
        <translation>以及另外 {n} 个无法读取的项目</translation>
    </message>
    <message>
        <source>Same words in:</source>
        <translation>相同字句见</translation>
    </message>
    <message>
        <source>Passages:</source>
        <translation>段落：</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Answer</source>
        <comment>who wrote it</comment>
        <translation>回答</translation>
    </message>
    <message>
        <source>Tool</source>
        <comment>who wrote it</comment>
        <translation>工具</translation>
    </message>
    <message>
        <source>{name} (file missing)</source>
        <translation>{name}（文件缺失）</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Minimal effort</source>
        <translation>最低强度</translation>
    </message>
    <message>
        <source>Low effort</source>
        <translation>低强度</translation>
    </message>
    <message>
        <source>Medium effort</source>
        <translation>中等强度</translation>
    </message>
    <message>
        <source>High effort</source>
        <translation>高强度</translation>
    </message>
    <message>
        <source>Maximum effort</source>
        <translation>最高强度</translation>
    </message>
    <message>
        <source>Thinking: {choice}</source>
        <translation>思考：{choice}</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>The default of the model&apos;s chat template</source>
        <translation>模型聊天模板的默认值</translation>
    </message>
    <message>
        <source>If the chat template puts this at the beginning, the model rereads the chat</source>
        <translation>如果聊天模板把它放在开头，模型会重新读取聊天</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Models on this machine</source>
        <translation>此计算机上的模型</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Move to {trash}</source>
        <translation>移到{trash}</translation>
    </message>
    <message>
        <source>Also show the rest of that folder</source>
        <translation>同时显示该文件夹的其余内容</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>No models yet.
Add a folder with GGUF files, or get a model.</source>
        <translation>还没有模型。
请添加含有 GGUF 文件的文件夹，或获取模型。</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Remove from this list</source>
        <translation>从此列表中移除</translation>
    </message>
    <message>
        <source>And {n} more.</source>
        <translation>以及另外 {n} 个。</translation>
    </message>
    <message>
        <source>Hearth uses models where they are: in your folders, and in those of other programs. It copies nothing.</source>
        <translation>Hearth 就地使用模型：在您的文件夹以及其他程序的文件夹中。它不会复制任何内容。</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>Search models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Delete it in {program}, which manages it</source>
        <translation>由 {program} 管理，请在其中删除</translation>
    </message>
    <message>
        <source>Moved {name} to the {trash}</source>
        <translation>已将 {name} 移到{trash}</translation>
    </message>
    <message>
        <source>{name} is loaded.</source>
        <translation>{name} 已加载。</translation>
    </message>
    <message>
        <source>It was not moved to the {trash}.</source>
        <translation>它未被移到{trash}。</translation>
    </message>
    <message>
        <source>Open another model first.</source>
        <translation>请先打开其他模型。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>More parameters: more knowledge, but slower</source>
        <translation>参数越多：知识越丰富，但速度越慢</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Bits per weight</source>
        <translation>每个权重的位数</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>The context length, in tokens, that the model was trained for</source>
        <translation>模型训练时的上下文长度（token 数）</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Total file size</source>
        <translation>文件总大小</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>能否运行</translation>
    </message>
    <message>
        <source>Whether it fits in the memory that is free now</source>
        <translation>当前可用内存是否放得下</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Where Hearth found the model</source>
        <translation>Hearth 找到该模型的位置</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>opened by you</source>
        <translation>由您打开</translation>
    </message>
    <message>
        <source>{n_used} of {n_all} experts per token</source>
        <translation>每个 token 使用 {n_used} / {n_all} 个专家</translation>
    </message>
    <message>
        <source>no chat template: it continues text instead of answering</source>
        <translation>没有聊天模板：只能续写文本，不能回答</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Write email</source>
        <translation>写邮件</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Open this link?</source>
        <translation>要打开此链接吗？</translation>
    </message>
    <message>
        <source>Email to {address}</source>
        <translation>发送邮件至 {address}</translation>
    </message>
    <message>
        <source>Hearth does not open this kind of address.</source>
        <translation>Hearth 不会打开此类地址。</translation>
    </message>
    <message>
        <source>Its name is encoded as “{name}”; its letters may look like others.</source>
        <translation>其名称编码为“{name}”；其中的字母可能与其他字母相似。</translation>
    </message>
    <message>
        <source>Its name has characters that cannot be shown, and may look like another.</source>
        <translation>其名称含有无法显示的字符，可能与其他名称相似。</translation>
    </message>
    <message>
        <source>“{name}” before the “@” is a user name, not the site.</source>
        <translation>“@”之前的“{name}”是用户名，不是网站。</translation>
    </message>
    <message>
        <source>&amp;Maximum on disk</source>
        <translation>磁盘占用上限(&amp;M)</translation>
    </message>
    <message>
        <source>Maximum &amp;written per day</source>
        <translation>每日写入上限(&amp;W)</translation>
    </message>
    <message>
        <source>Automatic ({size})</source>
        <translation>自动（{size}）</translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source>Delete stored memory</source>
        <translation>删除已存储的聊天记忆</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>其他模型</translation>
    </message>
    <message>
        <source>{used} of {budget}</source>
        <translation>{used} / {budget}</translation>
    </message>
    <message>
        <source>{written} written today · {free} free on this disk</source>
        <translation>今天已写入 {written} · 此磁盘可用 {free}</translation>
    </message>
    <message>
        <source>Stored memory of each chat and document</source>
        <translation>每个聊天和文档已存储的记忆</translation>
    </message>
    <message>
        <source>Storage used</source>
        <translation>已用存储空间</translation>
    </message>
    <message>
        <source>Hearth stores the KV cache of your chats, and of documents that you keep read, on disk, so that a chat continues at once. If you delete it, the next answer takes longer, but no message is lost.</source>
        <translation>Hearth 将您聊天的 KV 缓存以及您保持已读取的文档的 KV 缓存存储在磁盘上，使聊天可以立即继续。如果删除，下一次回答会多花一些时间，但不会丢失消息。</translation>
    </message>
    <message>
        <source>Another Hearth window manages the memory; you cannot change it here.</source>
        <translation>另一个 Hearth 窗口正在管理聊天记忆；您无法在此更改。</translation>
    </message>
    <message>
        <source>Nothing is stored yet.
The memory of your chats will appear here.</source>
        <translation>尚未存储任何内容。
聊天记忆会显示在这里。</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>在磁盘上</translation>
    </message>
    <message>
        <source>First word</source>
        <translation>首字时间</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Time to the first token, measured on this machine</source>
        <translation>到第一个 token 的时间，在此计算机上测得</translation>
    </message>
    <message>
        <source>Store the memory of this chat</source>
        <translation>存储此聊天的记忆</translation>
    </message>
    <message>
        <source>In memory</source>
        <translation>在内存中</translation>
    </message>
    <message>
        <source>Must be read first</source>
        <translation>需要先读取</translation>
    </message>
    <message>
        <source>Deleted chat</source>
        <translation>已删除的聊天</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>Chat or document</source>
        <translation>聊天或文档</translation>
    </message>
    <message>
        <source>Size of the stored memory; shared parts count for each chat and document</source>
        <translation>已存储记忆的大小；共享的部分会计入每个聊天和文档</translation>
    </message>
    <message>
        <source>Never delete this to free space; keep a document read for new chats</source>
        <translation>绝不为释放空间而删除；文档则为新聊天保持已读取</translation>
    </message>
    <message>
        <source>{size} of it shared with other chats</source>
        <translation>其中 {size} 与其他聊天共享</translation>
    </message>
    <message>
        <source>View</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>as text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>… {n} more characters; Copy includes all of them.</source>
        <translation>… 还有 {n} 个字符；使用“复制”可复制全部内容。</translation>
    </message>
    <message>
        <source>&amp;Add adapter…</source>
        <translation>添加适配器(&amp;A)…</translation>
    </message>
    <message>
        <source>A LoRA adapter changes the style of a model; 1 is full strength.</source>
        <translation>LoRA 适配器会改变模型的风格；1 为全强度。</translation>
    </message>
    <message>
        <source>Scale of {name}</source>
        <translation>{name} 的强度</translation>
    </message>
    <message>
        <source>{device} (not found)</source>
        <translation>{device}（未找到）</translation>
    </message>
    <message>
        <source>Main GPU</source>
        <translation>主 GPU</translation>
    </message>
    <message>
        <source>Hearth fills the main GPU first. Shares set the ratio of layers, such as 3 to 1; without any, each GPU gets as many as fit.</source>
        <translation>Hearth 会先填满主 GPU。分配比例设定层数之比，例如 3 比 1；未指定时，每个 GPU 尽可能多放。</translation>
    </message>
    <message>
        <source>Main &amp;GPU</source>
        <translation>主 GPU(&amp;G)</translation>
    </message>
    <message>
        <source>No share</source>
        <translation>未分配</translation>
    </message>
    <message>
        <source>Share of {device}</source>
        <translation>{device} 的分配比例</translation>
    </message>
    <message>
        <source>{device} ({name})</source>
        <translation>{device}（{name}）</translation>
    </message>
    <message>
        <source>As many as fit</source>
        <translation>尽可能多</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>&amp;Draft model</source>
        <translation>草稿模型(&amp;D)</translation>
    </message>
    <message>
        <source>{name} ({size})</source>
        <translation>{name}（{size}）</translation>
    </message>
    <message>
        <source>No draft model</source>
        <translation>不使用草稿模型</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Looking for small models with the same vocabulary…</source>
        <translation>正在查找词表相同的小模型…</translation>
    </message>
    <message>
        <source>The file beside this model proposes the next tokens; this model verifies them</source>
        <translation>此模型旁的文件会预测接下来的 token，再由此模型验证</translation>
    </message>
    <message>
        <source>This machine has no smaller model with the same vocabulary</source>
        <translation>此电脑上没有词表相同的更小模型</translation>
    </message>
    <message>
        <source>A small model that proposes the next tokens; this model verifies them, so answers are faster but unchanged</source>
        <translation>一个小模型，负责提议后续的 token；此模型会逐一验证，因此回答更快而内容不变</translation>
    </message>
    <message>
        <source>At most…</source>
        <translation>最多…</translation>
    </message>
    <message>
        <source>At m&amp;ost</source>
        <translation>最多(&amp;O)</translation>
    </message>
    <message>
        <source>Most layers on the GPU</source>
        <translation>GPU 上的最大层数</translation>
    </message>
    <message>
        <source>The other layers run on the processor</source>
        <translation>其余层在处理器上运行</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>Mapped</source>
        <translation>内存映射</translation>
    </message>
    <message>
        <source>Locked in memory</source>
        <translation>锁定在内存中</translation>
    </message>
    <message>
        <source>Read at startup</source>
        <translation>启动时读入</translation>
    </message>
    <message>
        <source>&amp;Flash attention</source>
        <translation>&amp;Flash Attention</translation>
    </message>
    <message>
        <source>Keep sliding windows &amp;whole</source>
        <translation>完整保留滑动窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Context size</source>
        <translation>上下文大小(&amp;C)</translation>
    </message>
    <message>
        <source>Tokens that the model can consider</source>
        <translation>模型可以考虑的 token 数量</translation>
    </message>
    <message>
        <source>&amp;Layers on the GPU</source>
        <translation>GPU 上的层数(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;KV cache</source>
        <translation>&amp;KV 缓存</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>线程数(&amp;T)</translation>
    </message>
    <message>
        <source>“Automatic” uses half as many on battery</source>
        <translation>选择“自动”时，使用电池供电则线程数减半</translation>
    </message>
    <message>
        <source>Weig&amp;hts</source>
        <translation>权重(&amp;H)</translation>
    </message>
    <message>
        <source>“Mapped” reads weights from disk on demand, and again when memory runs short. “Read at startup” copies them into memory.</source>
        <translation>“内存映射”按需从磁盘读取权重，内存不足时会再次读取。“启动时读入”会将其复制到内存中。</translation>
    </message>
    <message>
        <source>Faster on GPUs, with less memory; without a GPU, used where it helps</source>
        <translation>在 GPU 上更快、占用内存更少；没有 GPU 时，Hearth 仅在有益处时使用</translation>
    </message>
    <message>
        <source>Going back in a chat needs no rereading, but more memory</source>
        <translation>在聊天中返回之前的位置无需重新读取，但占用更多内存</translation>
    </message>
    <message>
        <source>“None” keeps the model on the processor</source>
        <translation>选择“无”时，模型由处理器运行</translation>
    </message>
    <message>
        <source>On {gpus}; “None” keeps the model on the processor</source>
        <translation>使用 {gpus}；选择“无”时，模型由处理器运行</translation>
    </message>
    <message>
        <source>8 bits halve the size of a chat in memory and on disk, at a small cost in precision.</source>
        <translation>8 位可使聊天占用的内存和磁盘空间减半，精度略有降低。</translation>
    </message>
    <message>
        <source>Settings for {model}</source>
        <translation>{model} 的设置</translation>
    </message>
    <message>
        <source>Save and reload</source>
        <translation>保存并重新加载</translation>
    </message>
    <message>
        <source>Save and load</source>
        <translation>保存并加载</translation>
    </message>
    <message>
        <source>Checking whether it fits…</source>
        <translation>正在检查能否运行…</translation>
    </message>
    <message>
        <source>Memory and speed</source>
        <translation>内存和速度</translation>
    </message>
    <message>
        <source>Several GPUs</source>
        <translation>多个 GPU</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Other machines (RPC addresses)</source>
        <translation>其他机器（RPC 地址）</translation>
    </message>
    <message>
        <source>8 bits save {size} with this context.</source>
        <translation>在此上下文中，8 位可节省 {size}。</translation>
    </message>
    <message>
        <source>8 bits save {size} with this context, about {chat} of it for the open chat.</source>
        <translation>在此上下文中，8 位可节省 {size}，其中当前聊天约占 {chat}。</translation>
    </message>
    <message>
        <source>This does not include memory on other machines.</source>
        <translation>不包括其他机器上的内存。</translation>
    </message>
    <message>
        <source>Be brief.</source>
        <translation>请简短回答。</translation>
    </message>
    <message>
        <source>Good morning!</source>
        <translation>早上好！</translation>
    </message>
    <message>
        <source>Good morning. What can I do for you?</source>
        <translation>早上好。有什么可以帮您？</translation>
    </message>
    <message>
        <source>Tell me a joke.</source>
        <translation>给我讲个笑话。</translation>
    </message>
    <message>
        <source>Hearth uses the template in the model file.</source>
        <translation>Hearth 使用模型文件中的模板。</translation>
    </message>
    <message>
        <source>&amp;Insert the model&apos;s own</source>
        <translation>插入模型自带的模板(&amp;I)</translation>
    </message>
    <message>
        <source>The prompt that the template makes from a short chat</source>
        <translation>模板根据一段简短聊天生成的提示</translation>
    </message>
    <message>
        <source>Chat te&amp;mplate</source>
        <translation>聊天模板(&amp;M)</translation>
    </message>
    <message>
        <source>A Jinja template that turns a chat into a prompt. Change it only if the one in the model file is wrong.</source>
        <translation>将聊天转换为提示的 Jinja 模板。仅在模型文件中的模板有误时才需更改。</translation>
    </message>
    <message>
        <source>This text is too long for a chat template; nothing was inserted.</source>
        <translation>此文本过长，不能作为聊天模板；未插入任何内容。</translation>
    </message>
    <message>
        <source>{model} answered in this chat.</source>
        <translation>{model} 在此聊天中作过回答。</translation>
    </message>
    <message>
        <source>Switch back to {model}</source>
        <translation>切换回 {model}</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>加载 {model}</translation>
    </message>
    <message>
        <source>{model} answered in this chat, but its server was removed.</source>
        <translation>{model} 在此聊天中作过回答，但其服务器已被移除。</translation>
    </message>
    <message>
        <source>{model} can continue, but must first read the chat.</source>
        <translation>{model} 可以继续，但需要先读取此聊天。</translation>
    </message>
    <message>
        <source>{model} can continue, but must first read the chat (about {time}).</source>
        <translation>{model} 可以继续，但需要先读取此聊天（约 {time}）。</translation>
    </message>
    <message>
        <source>It runs on {server}, which then reads the chat.</source>
        <translation>它在 {server} 上运行，届时该服务器会读取此聊天。</translation>
    </message>
    <message>
        <source>The loaded model can continue it: {server} then reads the chat.</source>
        <translation>已加载的模型可以继续此聊天：{server} 届时会读取聊天内容。</translation>
    </message>
    <message>
        <source>{model} answered in this chat, but is no longer on this machine.</source>
        <translation>{model} 在此聊天中作过回答，但已不在此计算机上。</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>选择其他模型…</translation>
    </message>
    <message>
        <source>Any other model can continue it.</source>
        <translation>任何其他模型都可以继续此聊天。</translation>
    </message>
    <message>
        <source>Built in and tiny: only knows about Hearth.</source>
        <translation>内置的微型模型：只了解 Hearth。</translation>
    </message>
    <message>
        <source>Testing this machine</source>
        <translation>正在测试此计算机</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>No model loaded</source>
        <translation>未加载模型</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Model {name}</source>
        <translation>模型 {name}</translation>
    </message>
    <message>
        <source>{model} (unloaded)</source>
        <translation>{model}（已卸载）</translation>
    </message>
    <message>
        <source>Hearth reloads this model as soon as you write.</source>
        <translation>开始输入后，Hearth 会立即重新加载此模型。</translation>
    </message>
    <message>
        <source>Recent models</source>
        <translation>最近使用的模型</translation>
    </message>
    <message>
        <source>{n} parameters</source>
        <translation>{n} 个参数</translation>
    </message>
    <message>
        <source>Context of {tokens}, trained for {most}</source>
        <translation>上下文：{tokens}，训练上下文：{most}</translation>
    </message>
    <message>
        <source>{n} of {n_layers} layers on the GPU</source>
        <translation>GPU 上有 {n} / {n_layers} 层</translation>
    </message>
    <message>
        <source>{device}: {free} of {total} free</source>
        <translation>{device}：{free} 可用，共 {total}</translation>
    </message>
    <message>
        <source>The memory of this model cannot be stored</source>
        <translation>无法存储此模型的聊天记忆</translation>
    </message>
    <message>
        <source>This model cannot compute several tokens at once</source>
        <translation>此模型不能同时计算多个 token</translation>
    </message>
    <message>
        <source>Draft model: {name}</source>
        <translation>草稿模型：{name}</translation>
    </message>
    <message>
        <source>In another program on this machine</source>
        <translation>在本机的另一个程序中</translation>
    </message>
    <message>
        <source>Sees pictures and hears sounds</source>
        <translation>能看图片，能听声音</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>能看图片</translation>
    </message>
    <message>
        <source>Hears sounds</source>
        <translation>能听声音</translation>
    </message>
    <message>
        <source>Sees and hears with {name}</source>
        <translation>看和听所用的文件：{name}</translation>
    </message>
    <message>
        <source>Open it now</source>
        <translation>立即打开</translation>
    </message>
    <message>
        <source>Keep answering</source>
        <translation>让回答继续</translation>
    </message>
    <message>
        <source>Open {model} now?</source>
        <translation>要立即打开 {model} 吗？</translation>
    </message>
    <message>
        <source>Unload the model now?</source>
        <translation>要立即卸载模型吗？</translation>
    </message>
    <message>
        <source>Unload it now</source>
        <translation>立即卸载</translation>
    </message>
    <message>
        <source>This stops the running answer; its text so far is kept.</source>
        <translation>这会停止正在进行的回答；已生成的内容会保留。</translation>
    </message>
    <message>
        <source>{answers} are running. This stops them; their text so far is kept.</source>
        <translation>{answers}正在进行。这会停止这些回答；已生成的内容会保留。</translation>
    </message>
    <message>
        <source>Close notice</source>
        <translation>关闭此通知</translation>
    </message>
    <message>
        <source>Choose a date</source>
        <translation>选择日期</translation>
    </message>
    <message>
        <source>Choose a date (Alt+Down)</source>
        <translation>选择日期 (Alt+向下键)</translation>
    </message>
    <message>
        <source>Previous month</source>
        <translation>上个月</translation>
    </message>
    <message>
        <source>Next month</source>
        <translation>下个月</translation>
    </message>
    <message>
        <source>{field} (required)</source>
        <translation>{field}（必填）</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} 到 {high}</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>插入</translation>
    </message>
    <message>
        <source>Insert (Enter); Shift+Enter starts a new line in a text</source>
        <translation>插入 (Enter)；在文本中按 Shift+Enter 换行</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>取消 (Esc)</translation>
    </message>
    <message>
        <source>{field}: {why}</source>
        <translation>{field}：{why}</translation>
    </message>
    <message>
        <source>{number} is too large; using {nearest}.</source>
        <translation>{number} 过大，将使用 {nearest}。</translation>
    </message>
    <message>
        <source>{number} is too small; using {nearest}.</source>
        <translation>{number} 过小，将使用 {nearest}。</translation>
    </message>
    <message>
        <source>Choose a number from {range}.</source>
        <translation>请选择 {range} 之间的数字。</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>not available now</source>
        <translation>当前不可用</translation>
    </message>
    <message>
        <source>Search actions, chats, settings and models</source>
        <translation>搜索操作、聊天、设置和模型</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>update upgrade version licence license</source>
        <translation>更新 升级 版本 许可</translation>
    </message>
    <message>
        <source>openai server local http</source>
        <translation>openai 服务器 本地 http</translation>
    </message>
    <message>
        <source>system prompt temperature sampling parameters</source>
        <translation>系统提示词 温度 采样 参数</translation>
    </message>
    <message>
        <source>backup save</source>
        <translation>备份 保存</translation>
    </message>
    <message>
        <source>save print pdf markdown</source>
        <translation>保存 打印 pdf markdown</translation>
    </message>
    <message>
        <source>backup data directory move location</source>
        <translation>备份 数据 目录 移动 位置</translation>
    </message>
    <message>
        <source>download hugging face new</source>
        <translation>下载 hugging face 新</translation>
    </message>
    <message>
        <source>gpu vram graphics card cpu processor ram speed cuda vulkan</source>
        <translation>gpu 显存 显卡 cpu 处理器 内存 速度 cuda vulkan</translation>
    </message>
    <message>
        <source>chatgpt claude restore</source>
        <translation>chatgpt claude 恢复</translation>
    </message>
    <message>
        <source>gguf files ollama switch change</source>
        <translation>gguf 文件 ollama 切换 更换</translation>
    </message>
    <message>
        <source>cache kv disk storage</source>
        <translation>缓存 kv 磁盘 存储</translation>
    </message>
    <message>
        <source>gpu vram layers context lora adapters template threads</source>
        <translation>gpu 显存 层 上下文 lora 适配器 模板 线程</translation>
    </message>
    <message>
        <source>private incognito</source>
        <translation>私密 无痕</translation>
    </message>
    <message>
        <source>templates snippets</source>
        <translation>模板 片段</translation>
    </message>
    <message>
        <source>remote openai ollama cloud</source>
        <translation>远程 openai ollama 云</translation>
    </message>
    <message>
        <source>preferences options configuration</source>
        <translation>偏好 选项 配置</translation>
    </message>
    <message>
        <source>keys hotkeys help</source>
        <translation>按键 热键 帮助</translation>
    </message>
    <message>
        <source>ram vram memory free eject</source>
        <translation>内存 显存 释放 弹出</translation>
    </message>
    <message>
        <source>zoom font size bigger</source>
        <translation>缩放 字体 大小 更大</translation>
    </message>
    <message>
        <source>zoom font size</source>
        <translation>缩放 字体 大小</translation>
    </message>
    <message>
        <source>typeface letters</source>
        <translation>字形 字母</translation>
    </message>
    <message>
        <source>translation locale</source>
        <translation>翻译 地区</translation>
    </message>
    <message>
        <source>german</source>
        <translation>德语</translation>
    </message>
    <message>
        <source>chinese</source>
        <translation>中文 汉语</translation>
    </message>
    <message>
        <source>dark light night mode colours colors appearance</source>
        <translation>深色 浅色 夜间 模式 颜色 外观</translation>
    </message>
    <message>
        <source>background minimise minimize quit close</source>
        <translation>后台 最小化 退出 关闭</translation>
    </message>
    <message>
        <source>font larger smaller zoom</source>
        <translation>字体 放大 缩小 缩放</translation>
    </message>
    <message>
        <source>cache kv disk space storage</source>
        <translation>缓存 kv 磁盘 空间 存储</translation>
    </message>
    <message>
        <source>ram vram length window</source>
        <translation>内存 显存 长度 窗口</translation>
    </message>
    <message>
        <source>ram vram unload free</source>
        <translation>内存 显存 卸载 释放</translation>
    </message>
    <message>
        <source>notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Setting: {name}</source>
        <translation>设置：{name}</translation>
    </message>
    <message>
        <source>{setting}: {choice}</source>
        <translation>{setting}：{choice}</translation>
    </message>
    <message>
        <source>now</source>
        <comment>this is chosen</comment>
        <translation>当前</translation>
    </message>
    <message>
        <source>Load model: {name}</source>
        <translation>加载模型：{name}</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>已保存的提示词</translation>
    </message>
    <message>
        <source>No prompts yet. Save one…</source>
        <translation>还没有提示词。保存一条…</translation>
    </message>
    <message>
        <source>Prompt name</source>
        <translation>提示词名称</translation>
    </message>
    <message>
        <source>Prompt text</source>
        <translation>提示词文本</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>新建提示词</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Type / in the message field to use it. Hearth asks for what stands in double braces, such as {topic} or {tone}, and fills in {clipboard} and {date} itself.</source>
        <translation>在输入框中键入 / 即可使用。双花括号中的内容，例如 {topic} 或 {tone}，Hearth 会请您填写；{clipboard} 和 {date} 则由 Hearth 自动填入。</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>Another prompt has this name. Choose a different one.</source>
        <translation>已有同名的提示词。请选择其他名称。</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>已删除“{name}”</translation>
    </message>
    <message>
        <source>No model can answer yet. Choose one in Hearth.</source>
        <translation>还没有可以回答的模型。请在 Hearth 中选择一个。</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Open in Hearth</source>
        <translation>在 Hearth 中打开</translation>
    </message>
    <message>
        <source>Ask a follow-up</source>
        <translation>继续提问</translation>
    </message>
    <message>
        <source>Ask the model</source>
        <translation>向模型提问</translation>
    </message>
    <message>
        <source>The system&apos;s font</source>
        <translation>系统字体</translation>
    </message>
    <message>
        <source>{font} (not installed)</source>
        <translation>{font}（未安装）</translation>
    </message>
    <message>
        <source>Reset “{setting}” to its default</source>
        <translation>将“{setting}”重置为默认值</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Change “{setting}”</source>
        <translation>更改“{setting}”</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>I accept that others in my network can read it</source>
        <translation>我接受网络中的其他人可以读取这些内容</translation>
    </message>
    <message>
        <source>Remove the saved key</source>
        <translation>移除已保存的密钥</translation>
    </message>
    <message>
        <source>Certificate file</source>
        <translation>证书文件</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Its models see pictures</source>
        <translation>其模型能看图片</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Edit server</source>
        <translation>编辑服务器</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Key, if required</source>
        <translation>密钥（如果需要）(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Certificate file, if this system does not trust the server&apos;s certificate</source>
        <translation>证书文件（如果此系统不信任该服务器的证书）(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Models, if the server does not list them: names separated by commas</source>
        <translation>模型（如果服务器未列出）：名称之间用逗号分隔(&amp;M)</translation>
    </message>
    <message>
        <source>For a server that does not report it</source>
        <translation>用于未报告这一点的服务器</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>更多…</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Leave empty to keep the saved key.</source>
        <translation>留空则保留已保存的密钥。</translation>
    </message>
    <message>
        <source>Hearth saves it in the {keyring} of this system and sends it only to this server.</source>
        <translation>Hearth 将其保存在此系统的{keyring}中，且只发送给此服务器。</translation>
    </message>
    <message>
        <source>A server with an OpenAI-compatible API, such as llama-server, vLLM or another Hearth. Hearth sends nothing before you connect.</source>
        <translation>提供 OpenAI 兼容 API 的服务器，例如 llama-server、vLLM 或另一个 Hearth。在您连接之前，Hearth 不会发送任何内容。</translation>
    </message>
    <message>
        <source>More about “{setting}”</source>
        <translation>关于“{setting}”的更多信息</translation>
    </message>
    <message>
        <source>Set on the command line, for this run only.</source>
        <translation>在命令行中设置，仅用于本次运行。</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Settings groups</source>
        <translation>设置分组</translation>
    </message>
    <message>
        <source>{keys} is no longer assigned to “{action}”.</source>
        <translation>{keys} 不再分配给“{action}”。</translation>
    </message>
    <message>
        <source>Keys for “{action}”</source>
        <translation>“{action}”的快捷键</translation>
    </message>
    <message>
        <source>Reset the keys for “{action}”</source>
        <translation>重置“{action}”的快捷键</translation>
    </message>
    <message>
        <source>Press keys</source>
        <translation>请按快捷键</translation>
    </message>
    <message>
        <source>{keys} alone is needed for typing.</source>
        <translation>{keys} 单独使用时用于输入文字。</translation>
    </message>
    <message>
        <source>The action keeps its previous keys.</source>
        <translation>该操作保留之前的快捷键。</translation>
    </message>
    <message>
        <source>Combine it with {modifier} or Alt.</source>
        <translation>请与 {modifier} 或 Alt 组合使用。</translation>
    </message>
    <message>
        <source>Folder name</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>Chat title</source>
        <translation>聊天标题</translation>
    </message>
    <message>
        <source>Export {chats}…</source>
        <translation>导出 {chats}…</translation>
    </message>
    <message>
        <source>Delete {chats}</source>
        <translation>删除 {chats}</translation>
    </message>
    <message>
        <source>New chat here</source>
        <translation>在此新建对话</translation>
    </message>
    <message>
        <source>Project…</source>
        <translation>项目…</translation>
    </message>
    <message>
        <source>Collapse folder</source>
        <translation>折叠文件夹</translation>
    </message>
    <message>
        <source>Expand folder</source>
        <translation>展开文件夹</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Delete folder, keep its chats</source>
        <translation>删除文件夹；保留其中的聊天</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>无文件夹</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>移回列表</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Back to the chats</source>
        <translation>返回聊天列表</translation>
    </message>
    <message>
        <source>Anyone</source>
        <translation>不限作者</translation>
    </message>
    <message>
        <source>Any model</source>
        <translation>不限模型</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>不限时间</translation>
    </message>
    <message>
        <source>Last 12 months</source>
        <translation>最近 12 个月</translation>
    </message>
    <message>
        <source>Who wrote it</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Model that answered</source>
        <translation>回答的模型</translation>
    </message>
    <message>
        <source>When it was written</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此聊天</translation>
    </message>
    <message>
        <source>Search in the open chat only</source>
        <translation>仅在打开的聊天中搜索</translation>
    </message>
    <message>
        <source>{passages} in documents</source>
        <translation>文档中有 {passages}</translation>
    </message>
    <message>
        <source>{author}, in {file}</source>
        <translation>{author}，附件 {file}</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Type a word to search for.</source>
        <translation>输入要搜索的词。</translation>
    </message>
    <message>
        <source>Nothing found in chats for {words}.</source>
        <translation>在聊天中未找到“{words}”。</translation>
    </message>
    <message>
        <source>Nothing found for {words}.</source>
        <translation>未找到“{words}”。</translation>
    </message>
    <message>
        <source>Other filters may find more.</source>
        <translation>更改筛选条件可能会找到更多内容。</translation>
    </message>
    <message>
        <source>The newest {results}; add a word to narrow them down.</source>
        <translation>最新的 {results}；再添加一个词可缩小范围。</translation>
    </message>
    <message>
        <source>{results} inside other words</source>
        <translation>{results}出现在其他词内</translation>
    </message>
    <message>
        <source>Still indexing: {messages} left.</source>
        <translation>仍在编制索引：还剩 {messages}。</translation>
    </message>
    <message>
        <source>Archived chats</source>
        <translation>已归档的聊天</translation>
    </message>
    <message>
        <source>No archived chats.
Archived chats are hidden from the list but kept.</source>
        <translation>没有已归档的聊天。
归档的聊天不在列表中显示，但会保留。</translation>
    </message>
    <message>
        <source>Hide chat list</source>
        <translation>隐藏聊天列表</translation>
    </message>
    <message>
        <source>No chats yet.
Your first message starts one.</source>
        <translation>还没有聊天。
发送第一条消息即可开始。</translation>
    </message>
    <message>
        <source>The trash is empty.
Deleted chats stay here for 30 days.</source>
        <translation>回收站为空。
已删除的聊天会在此保留 30 天。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>Empty trash…</source>
        <translation>清空回收站…</translation>
    </message>
    <message>
        <source>Chats in the trash</source>
        <translation>回收站中的聊天</translation>
    </message>
    <message>
        <source>Asks this question</source>
        <translation>提出这个问题</translation>
    </message>
    <message>
        <source>closed folder</source>
        <translation>关闭的文件夹</translation>
    </message>
    <message>
        <source>open folder</source>
        <translation>打开的文件夹</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>unread answer</source>
        <translation>未读回答</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>in the folder {name}</source>
        <translation>在文件夹 {name} 中</translation>
    </message>
    <message>
        <source>Unread answer</source>
        <translation>未读回答</translation>
    </message>
    <message>
        <source>Being answered</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>Deleted on {when}</source>
        <translation>删除于 {when}</translation>
    </message>
    <message>
        <source>Kept for {days} more</source>
        <translation>还会保留 {days}</translation>
    </message>
    <message>
        <source>kept for {days} more</source>
        <translation>还会保留 {days}</translation>
    </message>
    <message>
        <source>The stored memory of this chat is damaged. The model will reread the chat when you send a message.</source>
        <translation>此聊天已存储的记忆已损坏。您发送消息时，模型会重新读取此聊天。</translation>
    </message>
    <message>
        <source>The memory of this model cannot be stored. It will reread the chat when you send a message.</source>
        <translation>无法存储此模型的聊天记忆。您发送消息时，它会重新读取此聊天。</translation>
    </message>
    <message>
        <source>Storing is switched off. The model will reread the chat when you send a message.</source>
        <translation>存储已关闭。您发送消息时，模型会重新读取此聊天。</translation>
    </message>
    <message>
        <source>something before them changed</source>
        <translation>之前的内容有改动</translation>
    </message>
    <message>
        <source>this model drops the thinking from its earlier answers</source>
        <translation>此模型会去除其之前回答中的思考内容</translation>
    </message>
    <message>
        <source>the system prompt changed</source>
        <translation>系统提示词有改动</translation>
    </message>
    <message>
        <source>the oldest messages were left out</source>
        <translation>最早的消息已略去</translation>
    </message>
    <message>
        <source>another model read them before</source>
        <translation>之前由其他模型读取</translation>
    </message>
    <message>
        <source>a model setting or llama.cpp changed</source>
        <translation>模型设置或 llama.cpp 有变化</translation>
    </message>
    <message>
        <source>their stored memory is no longer there</source>
        <translation>已存储的记忆已不存在</translation>
    </message>
    <message>
        <source>their stored memory was damaged</source>
        <translation>已存储的记忆已损坏</translation>
    </message>
    <message>
        <source>the memory of this model cannot be stored</source>
        <translation>无法存储此模型的聊天记忆</translation>
    </message>
    <message>
        <source>storing is switched off</source>
        <translation>存储已关闭</translation>
    </message>
    <message>
        <source>Picked up where you left off</source>
        <translation>已从上次离开的地方继续</translation>
    </message>
    <message>
        <source>The first answer here takes longer.</source>
        <translation>这里的第一个回答需要更长时间。</translation>
    </message>
    <message>
        <source>The first answer here takes longer (about {time}).</source>
        <translation>这里的第一个回答需要更长时间（约 {time}）。</translation>
    </message>
    <message>
        <source>{n} of {tokens}</source>
        <translation>{n} / {tokens}</translation>
    </message>
    <message>
        <source>Still in memory: {tokens}</source>
        <translation>仍在内存中：{tokens}</translation>
    </message>
    <message>
        <source>On disk, {size}, first token after {time}</source>
        <translation>在磁盘上，{size}，{time} 后出现第一个 token</translation>
    </message>
    <message>
        <source>Read for the first time in {time}; from now on it is fast.</source>
        <translation>首次读取用时 {time}；以后会很快。</translation>
    </message>
    <message>
        <source>Resumed {tokens} from disk in {time}</source>
        <translation>已从磁盘恢复 {tokens}，用时 {time}</translation>
    </message>
    <message>
        <source>first token after {time}</source>
        <translation>首个 token 用时 {time}</translation>
    </message>
    <message>
        <source>{tokens} restored from disk</source>
        <translation>从磁盘恢复 {tokens}</translation>
    </message>
    <message>
        <source>{tokens} computed ahead</source>
        <translation>提前计算 {tokens}</translation>
    </message>
    <message>
        <source>Reading this chat…</source>
        <translation>正在读取此聊天…</translation>
    </message>
    <message>
        <source>Reading this chat, about {time} left</source>
        <translation>正在读取此聊天，大约还需 {time}</translation>
    </message>
    <message>
        <source>Not yet read by this model</source>
        <translation>此模型尚未读取</translation>
    </message>
    <message>
        <source>In memory: answers begin at once</source>
        <translation>在内存中：可立即开始回答</translation>
    </message>
    <message>
        <source>On disk, {size}</source>
        <translation>在磁盘上，{size}</translation>
    </message>
    <message>
        <source>Its memory is not stored</source>
        <translation>未存储其记忆</translation>
    </message>
    <message>
        <source>Not in memory: the first token takes {time}</source>
        <translation>不在内存中：{time} 后出现第一个 token</translation>
    </message>
    <message>
        <source>Reread {tokens} in {time}: {why}.</source>
        <translation>重新读取了 {tokens}，用时 {time}：{why}。</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>正在读取提示词</translation>
    </message>
    <message>
        <source>Reading {done} of {tokens}</source>
        <translation>正在读取 {done} / {tokens}</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>代码，{language}</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>长行自动换行</translation>
    </message>
    <message>
        <source>Do not wrap long lines</source>
        <translation>长行不自动换行</translation>
    </message>
    <message>
        <source>Show code</source>
        <translation>显示代码</translation>
    </message>
    <message>
        <source>Show picture</source>
        <translation>显示图片</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>编辑消息</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Show or hide thinking</source>
        <translation>显示或隐藏思考过程</translation>
    </message>
    <message>
        <source>Open attachment</source>
        <translation>打开附件</translation>
    </message>
    <message>
        <source>Open picture</source>
        <translation>打开图片</translation>
    </message>
    <message>
        <source>Play sound</source>
        <translation>播放声音</translation>
    </message>
    <message>
        <source>Reread everything</source>
        <translation>重新读取全部</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>A model waits for your permission to use a tool</source>
        <translation>有模型正在等待您允许使用工具</translation>
    </message>
    <message>
        <source>Answer now</source>
        <translation>立即回答</translation>
    </message>
    <message>
        <source>Stopped at your answer length limit</source>
        <translation>已达到您设置的回答长度上限</translation>
    </message>
    <message>
        <source>The context is full</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <source>Stopped because another model was opened</source>
        <translation>因打开其他模型而停止</translation>
    </message>
    <message>
        <source>Answer of {model}</source>
        <translation>{model} 的回答</translation>
    </message>
    <message>
        <source>Contact this server?</source>
        <translation>要联系此服务器吗？</translation>
    </message>
    <message>
        <source>Start this program?</source>
        <translation>要启动此程序吗？</translation>
    </message>
    <message>
        <source>It runs with your rights: it can read and change your files. Allow only what you know.</source>
        <translation>它以您的权限运行：可以读取和更改您的文件。请只允许您了解的程序。</translation>
    </message>
    <message>
        <source>It gets what a model passes to its tools. Allow only what you know.</source>
        <translation>它会收到模型传给其工具的内容。请只允许您了解的服务器。</translation>
    </message>
    <message>
        <source>Once you allow it, Hearth does so whenever the tools of {server} are needed.</source>
        <translation>您允许之后，每当需要 {server} 的工具时，Hearth 都会这样做。</translation>
    </message>
    <message>
        <source>This is not what you allowed under this name before.</source>
        <translation>这与您之前以此名称允许的内容不同。</translation>
    </message>
    <message>
        <source>What is started</source>
        <translation>将启动的内容</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>联系</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>允许范围</translation>
    </message>
    <message>
        <source>Start of the server</source>
        <translation>启动服务器</translation>
    </message>
    <message>
        <source>Built-in tools</source>
        <translation>内置工具</translation>
    </message>
    <message>
        <source>In one chat</source>
        <translation>仅一个聊天</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>You have allowed nothing for longer than one call.</source>
        <translation>您没有允许任何超过一次调用的操作。</translation>
    </message>
    <message>
        <source>What Hearth does without asking, until the server or the tool changes.</source>
        <translation>在服务器或工具发生变化之前，Hearth 无需询问即可执行的操作。</translation>
    </message>
    <message>
        <source>Search and folder</source>
        <translation>搜索和文件夹</translation>
    </message>
    <message>
        <source>Search engine</source>
        <translation>搜索引擎</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>密钥(&amp;K)</translation>
    </message>
    <message>
        <source>A model may use these in chats that have Hearth&apos;s own tools.</source>
        <translation>在带有 Hearth 自带工具的聊天中，模型可以使用它们。</translation>
    </message>
    <message>
        <source>&amp;Search engine</source>
        <translation>搜索引擎(&amp;S)</translation>
    </message>
    <message>
        <source>A model may read every file in it, and change none. Leave it empty for none.</source>
        <translation>模型可以读取其中的所有文件，但不能更改。留空则不提供文件夹。</translation>
    </message>
    <message>
        <source>{host} gets the words that a model searches for.</source>
        <translation>{host} 会收到模型搜索的词语。</translation>
    </message>
    <message>
        <source>Models cannot search the web.</source>
        <translation>模型无法搜索网络。</translation>
    </message>
    <message>
        <source>Give the address of a SearXNG server that allows the format JSON.</source>
        <translation>请输入允许 JSON 格式的 SearXNG 服务器的地址。</translation>
    </message>
    <message>
        <source>This looks like a call of a tool, but Hearth cannot read it. You can edit it.</source>
        <translation>这看起来像是工具调用，但 Hearth 无法读取。您可以编辑它。</translation>
    </message>
    <message>
        <source>{tool} …</source>
        <translation>{tool} …</translation>
    </message>
    <message>
        <source>{tool} · failed · {time}</source>
        <translation>{tool} · 失败 · {time}</translation>
    </message>
    <message>
        <source>{tool} · {time}</source>
        <translation>{tool} · {time}</translation>
    </message>
    <message>
        <source>Thought for {time}</source>
        <translation>思考了 {time}</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>已思考</translation>
    </message>
    <message>
        <source>This chat does not fit the context</source>
        <translation>此聊天超出上下文</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>是或否</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Part of Hearth</source>
        <translation>Hearth 的一部分</translation>
    </message>
    <message>
        <source>Not allowed yet</source>
        <translation>尚未允许</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The number of its tools, where it is known</source>
        <translation>其工具的数量（如果已知）</translation>
    </message>
    <message>
        <source>No documents are listed. “Documents…” in the menu lists files and folders.</source>
        <translation>没有列出任何文档。菜单中的“文档…”可以列出文件和文件夹。</translation>
    </message>
    <message>
        <source>No folder is chosen whose files a model may read.</source>
        <translation>没有选择可供模型读取文件的文件夹。</translation>
    </message>
    <message>
        <source>No search engine is chosen.</source>
        <translation>没有选择搜索引擎。</translation>
    </message>
    <message>
        <source>The search engine needs a key, and Hearth has none.</source>
        <translation>该搜索引擎需要密钥，而 Hearth 没有。</translation>
    </message>
    <message>
        <source>Headers: {names}</source>
        <translation>请求头：{names}</translation>
    </message>
    <message>
        <source>Variables: {names}</source>
        <translation>变量：{names}</translation>
    </message>
    <message>
        <source>Folder: {folder}</source>
        <translation>文件夹：{folder}</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>It has changed since you allowed it, so Hearth asks again before it is called.</source>
        <translation>在您允许之后它已发生变化，因此 Hearth 会在调用前再次询问。</translation>
    </message>
    <message>
        <source>It says nothing of what it does.</source>
        <translation>它没有说明自己的作用。</translation>
    </message>
    <message>
        <source>It takes no arguments.</source>
        <translation>它不需要参数。</translation>
    </message>
    <message>
        <source>Hearth does not ask before this tool is called.</source>
        <translation>调用此工具前，Hearth 不会询问。</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>one of {values}</source>
        <translation>以下之一：{values}</translation>
    </message>
    <message>
        <source>Interrupted when Hearth closed</source>
        <translation>因 Hearth 关闭而中断</translation>
    </message>
    <message>
        <source>This answer failed</source>
        <translation>此回答失败</translation>
    </message>
    <message>
        <source>This model supports neither pictures nor sounds: it reads only their names</source>
        <translation>此模型不支持图片和声音：它只会读取它们的名称</translation>
    </message>
    <message>
        <source>This model cannot see pictures: it reads only their names</source>
        <translation>此模型看不到图片：它只会读取图片的名称</translation>
    </message>
    <message>
        <source>This model cannot hear sounds: it reads only their names</source>
        <translation>此模型听不到声音：它只会读取声音的名称</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>The model reads from here</source>
        <translation>模型从此处开始读取</translation>
    </message>
    <message>
        <source>Number of matches in this chat</source>
        <translation>此聊天中的匹配数</translation>
    </message>
    <message>
        <source>Find in the document</source>
        <translation>在文档中查找</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配项</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配项</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Number of matches in this document</source>
        <translation>此文档中的匹配数</translation>
    </message>
    <message>
        <source>Copy passage</source>
        <translation>复制段落</translation>
    </message>
    <message>
        <source>{n} of {all}</source>
        <translation>第 {n} 处，共 {all} 处</translation>
    </message>
    <message>
        <source>about {tokens}</source>
        <translation>约 {tokens}</translation>
    </message>
    <message>
        <source>Jump to latest</source>
        <translation>跳到最新消息</translation>
    </message>
    <message>
        <source>Open message as text…</source>
        <translation>以文本形式打开消息…</translation>
    </message>
    <message>
        <source>Save “{name}” as…</source>
        <translation>将“{name}”另存为…</translation>
    </message>
    <message>
        <source>Open “{name}”…</source>
        <translation>打开“{name}”…</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>复制所选内容</translation>
    </message>
    <message>
        <source>Copy selection as Markdown</source>
        <translation>将所选内容复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Hide thinking</source>
        <translation>隐藏思考过程</translation>
    </message>
    <message>
        <source>Show thinking</source>
        <translation>显示思考过程</translation>
    </message>
    <message>
        <source>Show likely alternatives</source>
        <translation>显示可能的其他说法</translation>
    </message>
    <message>
        <source>Delete this and all below</source>
        <translation>删除此条及以下全部</translation>
    </message>
    <message>
        <source>Start reading from here</source>
        <translation>从这里开始读取</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Add a server to chat with a model that runs elsewhere: any OpenAI-compatible API, or another Hearth.</source>
        <translation>添加服务器，即可与在别处运行的模型聊天：任何 OpenAI 兼容的 API，或另一个 Hearth。</translation>
    </message>
    <message>
        <source>Contacting {server}…</source>
        <translation>正在连接 {server}…</translation>
    </message>
    <message>
        <source>{server} responds: {models}</source>
        <translation>{server} 已响应：{models}</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>添加服务器…</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Use model</source>
        <translation>使用模型</translation>
    </message>
    <message>
        <source>Models on another machine, or in another program on this one. Hearth sends your messages there only while you use one of them.</source>
        <translation>位于另一台计算机或本机另一个程序中的模型。只有在您使用其中之一时，Hearth 才会将您的消息发送到那里。</translation>
    </message>
    <message>
        <source>Reread the whole chat</source>
        <translation>重新读取整个聊天</translation>
    </message>
    <message>
        <source>Edit summary…</source>
        <translation>编辑摘要…</translation>
    </message>
    <message>
        <source>Write a summary…</source>
        <translation>撰写摘要…</translation>
    </message>
    <message>
        <source>New chat from here</source>
        <translation>从此处新建聊天</translation>
    </message>
    <message>
        <source>End of the answer</source>
        <translation>回答结束</translation>
    </message>
    <message>
        <source>message {n} of {n_messages}</source>
        <translation>第 {n} 条消息，共 {n_messages} 条</translation>
    </message>
    <message>
        <source>version {n} of {n_versions}</source>
        <translation>第 {n} 个版本，共 {n_versions} 个</translation>
    </message>
    <message>
        <source>being written</source>
        <translation>正在生成</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>The answer is ready.</source>
        <translation>回答已完成。</translation>
    </message>
    <message>
        <source>The answer ended with an error.</source>
        <translation>回答因出错而结束。</translation>
    </message>
    <message>
        <source>Hearth stays in the tray</source>
        <translation>Hearth 仍在托盘中运行</translation>
    </message>
    <message>
        <source>“Quit” closes it. You can change this in the settings.</source>
        <translation>“退出”会关闭 Hearth。您可以在设置中更改。</translation>
    </message>
    <message>
        <source>Show Hearth</source>
        <translation>显示 Hearth</translation>
    </message>
    <message>
        <source>Hearth cannot save your message.</source>
        <translation>Hearth 无法保存您的消息。</translation>
    </message>
    <message>
        <source>It is still in the message field, but would be lost if Hearth closed now.</source>
        <translation>消息仍在输入框中，但如果 Hearth 现在关闭，消息将会丢失。</translation>
    </message>
    <message>
        <source>Free some disk space; Hearth tries again while you write.</source>
        <translation>请释放一些磁盘空间；Hearth 会在您输入时重试。</translation>
    </message>
    <message>
        <source>Make the folder {folder} writable, then start Hearth again.</source>
        <translation>请使文件夹 {folder} 可写，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Hearth could not read some of your unsent messages.</source>
        <translation>Hearth 无法读取部分尚未发送的消息。</translation>
    </message>
    <message>
        <source>Your chats are not affected; the readable messages are back in their fields.</source>
        <translation>聊天不受影响；可读取的内容已放回各自的输入框。</translation>
    </message>
    <message>
        <source>Copy what you need from {file} before you continue writing.</source>
        <translation>继续输入之前，请从 {file} 复制所需的内容。</translation>
    </message>
    <message>
        <source>Copy what you need from {file}; Hearth deletes it at the next start.</source>
        <translation>请从 {file} 复制所需的内容；Hearth 会在下次启动时将其删除。</translation>
    </message>
    <message>
        <source>This system lacks OpenSSL, which Hearth needs for a secure connection.</source>
        <translation>此系统没有 OpenSSL，Hearth 需要它来建立安全连接。</translation>
    </message>
    <message>
        <source>Install OpenSSL 3 (on Debian and Ubuntu: the package libssl3).</source>
        <translation>请安装 OpenSSL 3（在 Debian 和 Ubuntu 上为软件包 libssl3）。</translation>
    </message>
    <message>
        <source>The server did not respond within {n} seconds.</source>
        <translation>服务器在 {n} 秒内没有响应。</translation>
    </message>
    <message>
        <source>The list of versions is far too long.</source>
        <translation>版本列表过长。</translation>
    </message>
    <message>
        <source>The server sent an unexpected response ({status}).</source>
        <translation>服务器的响应不符合预期（{status}）。</translation>
    </message>
    <message>
        <source>Could not find {host}. Is this machine online?</source>
        <translation>未找到 {host}。此计算机是否已联网？</translation>
    </message>
    <message>
        <source>{host} is not accepting connections at the moment.</source>
        <translation>{host} 目前不接受连接。</translation>
    </message>
    <message>
        <source>{host} closed the connection too early.</source>
        <translation>{host} 过早关闭了连接。</translation>
    </message>
    <message>
        <source>{host} could not prove its identity.</source>
        <translation>{host} 无法证明其身份。</translation>
    </message>
    <message>
        <source>{host} has no list of versions at this address.</source>
        <translation>{host} 在此地址没有版本列表。</translation>
    </message>
    <message>
        <source>{host} redirects too many times.</source>
        <translation>{host} 的重定向次数过多。</translation>
    </message>
    <message>
        <source>{host} responded with an error ({status}).</source>
        <translation>{host} 返回了错误（{status}）。</translation>
    </message>
    <message>
        <source>Could not reach {host}. Is this machine online?</source>
        <translation>无法连接到 {host}。此计算机是否已联网？</translation>
    </message>
    <message>
        <source>This system lacks a library that Hearth needs for this.</source>
        <translation>此系统缺少 Hearth 执行此操作所需的库。</translation>
    </message>
    <message>
        <source>Open {address} in your browser.</source>
        <translation>请在浏览器中打开 {address}。</translation>
    </message>
    <message>
        <source>Paused to make room, continues automatically</source>
        <translation>已暂停以让出空间，稍后自动继续</translation>
    </message>
    <message>
        <source>Summarising the oldest messages</source>
        <translation>正在总结最早的消息</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>正在排队等待</translation>
    </message>
    <message>
        <source>Waiting: another answer is running</source>
        <translation>正在等待：另一个回答正在进行</translation>
    </message>
    <message>
        <source>Waiting: {answers} are running</source>
        <translation>正在等待：{answers}正在进行</translation>
    </message>
    <message>
        <source>Waiting for room in the context</source>
        <translation>正在等待上下文空间</translation>
    </message>
    <message>
        <source>Waiting for room in the context beside another answer</source>
        <translation>正在等待上下文空间（另一个回答正在进行）</translation>
    </message>
    <message>
        <source>Waiting for room in the context beside {answers}</source>
        <translation>正在等待上下文空间（{answers}正在进行）</translation>
    </message>
    <message>
        <source>Welcome to Hearth</source>
        <translation>欢迎使用 Hearth</translation>
    </message>
    <message>
        <source>Open a model file to begin. It ends in .gguf; you can also drop it onto this window.</source>
        <translation>请打开模型文件以开始使用。文件以 .gguf 结尾，也可以将其拖放到此窗口中。</translation>
    </message>
    <message>
        <source>Everything stays on this machine: the model, your chats and their memory.</source>
        <translation>一切都留在此计算机上：模型、聊天及其记忆。</translation>
    </message>
    <message>
        <source>What shall we talk about?</source>
        <translation>想聊些什么？</translation>
    </message>
    <message>
        <source>Write below to start a chat.</source>
        <translation>在下方输入即可开始聊天。</translation>
    </message>
    <message>
        <source>Every chat stays warm: open it again later, and the answer starts at once.</source>
        <translation>每个聊天都随时可以继续：以后再次打开，立即就能开始回答。</translation>
    </message>
    <message>
        <source>The model runs on a server; your chats are stored on this machine.</source>
        <translation>模型在服务器上运行；您的聊天保存在本机。</translation>
    </message>
    <message>
        <source>This chat is not written to disk; it is deleted when you leave it.</source>
        <translation>此聊天不会写入磁盘；您离开时即被删除。</translation>
    </message>
    <message>
        <source>Use {guide}</source>
        <translation>使用 {guide}</translation>
    </message>
    <message>
        <source>Show folders</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Everything stays on this machine</source>
        <translation>一切都留在此计算机上</translation>
    </message>
    <message>
        <source>Your models and your chats. Nothing is sent anywhere.</source>
        <translation>您的模型和聊天。不会向任何地方发送内容。</translation>
    </message>
    <message>
        <source>Download a model to chat about anything</source>
        <translation>下载模型，畅聊任何话题</translation>
    </message>
    <message>
        <source>One file, downloaded once; works offline.</source>
        <translation>只有一个文件，下载一次即可离线使用。</translation>
    </message>
    <message>
        <source>I have a model file</source>
        <translation>我有模型文件</translation>
    </message>
    <message>
        <source>Open a file that ends in .gguf, or drop it here.</source>
        <translation>打开以 .gguf 结尾的文件，或将其拖放到这里。</translation>
    </message>
    <message>
        <source>{guide} answers at once</source>
        <translation>{guide} 可立即回答</translation>
    </message>
    <message>
        <source>The language changes when you restart Hearth</source>
        <translation>重新启动 Hearth 后语言会更改</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>立即重启</translation>
    </message>
    <message>
        <source>The file is damaged or incomplete.</source>
        <translation>文件已损坏或不完整。</translation>
    </message>
    <message>
        <source>It contains a file that does not belong in it.</source>
        <translation>其中包含不属于它的文件。</translation>
    </message>
    <message>
        <source>It contains two files with the same name.</source>
        <translation>其中包含两个同名文件。</translation>
    </message>
    <message>
        <source>It contains compressed data, which Hearth never writes.</source>
        <translation>其中含有压缩数据，而 Hearth 从不写入此类数据。</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>however = -5</source>
        <translation>然而 = -5</translation>
    </message>
    <message>
        <source>One per line. An answer ends before any of them.</source>
        <translation>每行一个。回答会在其中任何一个之前结束。</translation>
    </message>
    <message>
        <source>Order of the samplers</source>
        <translation>采样器顺序</translation>
    </message>
    <message>
        <source>Token bias</source>
        <translation>token 偏置</translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation>停止文本</translation>
    </message>
    <message>
        <source>Samplers not listed follow in their usual order.</source>
        <translation>未列出的采样器按通常顺序排在后面。</translation>
    </message>
    <message>
        <source>There is no sampler “{name}”.</source>
        <translation>没有采样器“{name}”。</translation>
    </message>
    <message>
        <source>One per line, with a number from -100 (never) to 100 (whenever possible). It applies to the first token of the word.</source>
        <translation>每行一个，后跟 -100（从不）到 100（尽可能）之间的数字。适用于该词的第一个 token。</translation>
    </message>
    <message>
        <source>You can list at most {n} words; line {line} is one too many.</source>
        <translation>您最多可以列出 {n} 个词；第 {line} 行超出了上限。</translation>
    </message>
    <message>
        <source>Line {n} needs a word, “=” and a number from -100 to 100.</source>
        <translation>第 {n} 行需要一个词、“=”和 -100 到 100 之间的数字。</translation>
    </message>
    <message>
        <source>sent no readable answer</source>
        <translation>没有给出可读的回答</translation>
    </message>
    <message>
        <source>crashed with an access violation ({status})</source>
        <translation>访问冲突（{status}）</translation>
    </message>
    <message>
        <source>crashed with a memory page read error ({status})</source>
        <translation>无法读取的内存页（{status}）</translation>
    </message>
    <message>
        <source>ran out of memory ({status})</source>
        <translation>内存不足（{status}）</translation>
    </message>
    <message>
        <source>crashed with an illegal instruction ({status})</source>
        <translation>处理器不支持的指令（{status}）</translation>
    </message>
    <message>
        <source>crashed with a division by zero ({status})</source>
        <translation>除以零（{status}）</translation>
    </message>
    <message>
        <source>crashed with a stack overflow ({status})</source>
        <translation>堆栈溢出（{status}）</translation>
    </message>
    <message>
        <source>could not find a DLL ({status})</source>
        <translation>缺少 DLL（{status}）</translation>
    </message>
    <message>
        <source>could not find a function in a DLL ({status})</source>
        <translation>DLL 缺少函数（{status}）</translation>
    </message>
    <message>
        <source>was stopped with Ctrl+C ({status})</source>
        <translation>Ctrl+C（{status}）</translation>
    </message>
    <message>
        <source>could not start a DLL ({status})</source>
        <translation>无法启动的 DLL（{status}）</translation>
    </message>
    <message>
        <source>crashed with heap corruption ({status})</source>
        <translation>堆已损坏（{status}）</translation>
    </message>
    <message>
        <source>crashed with a failed check or abort ({status})</source>
        <translation>自身检查或 abort（{status}）</translation>
    </message>
    <message>
        <source>crashed with abort ({status})</source>
        <translation>abort（{status}）</translation>
    </message>
    <message>
        <source>crashed with an uncaught C++ exception ({status})</source>
        <translation>未捕获的 C++ 异常（{status}）</translation>
    </message>
    <message>
        <source>ended with code {code}: {said}</source>
        <translation>以代码 {code} 结束：{said}</translation>
    </message>
    <message>
        <source>could not be started: {error}</source>
        <translation>无法启动：{error}</translation>
    </message>
    <message>
        <source>hung for {seconds} s</source>
        <translation>{seconds} 秒无响应</translation>
    </message>
    <message>
        <source>ended with code {code}</source>
        <translation>以代码 {code} 结束</translation>
    </message>
    <message>
        <source>crashed with signal {number}</source>
        <translation>因信号 {number} 终止</translation>
    </message>
    <message>
        <source>crashed with abort</source>
        <translation>因 abort 终止</translation>
    </message>
    <message>
        <source>Correct it in the chat settings, under “Form of the answer”.</source>
        <translation>请在聊天设置的“回答的形式”中更正。</translation>
    </message>
    <message>
        <source>This is in line {line}, column {column} of the chat&apos;s grammar; nothing was sent to the model.</source>
        <translation>位于此聊天语法的第 {line} 行第 {column} 列；未向模型发送任何内容。</translation>
    </message>
    <message>
        <source>This is in line {line}, column {column} of the chat&apos;s JSON schema; nothing was sent to the model.</source>
        <translation>位于此聊天 JSON 模式的第 {line} 行第 {column} 列；未向模型发送任何内容。</translation>
    </message>
    <message>
        <source>The rule “root” is missing: every answer begins with it.</source>
        <translation>缺少规则“root”：每个回答都从它开始。</translation>
    </message>
    <message>
        <source>There is no rule “{name}”.</source>
        <translation>没有规则“{name}”。</translation>
    </message>
    <message>
        <source>The rule “{name}” never ends.</source>
        <translation>规则“{name}”永远不会结束。</translation>
    </message>
    <message>
        <source>A grammar can have at most {n} characters.</source>
        <translation>语法最多 {n} 个字符。</translation>
    </message>
    <message>
        <source>A grammar cannot contain this character.</source>
        <translation>语法中不能出现此字符。</translation>
    </message>
    <message>
        <source>The grammar is too large: its repetitions expand too far.</source>
        <translation>语法太大：其中的重复展开过多。</translation>
    </message>
    <message>
        <source>The grammar is nested too deeply.</source>
        <translation>这个语法嵌套得太深。</translation>
    </message>
    <message>
        <source>Expected “::=” after the name of a rule.</source>
        <translation>规则名称后应为“::=”。</translation>
    </message>
    <message>
        <source>Unexpected “{found}”.</source>
        <translation>意外的“{found}”。</translation>
    </message>
    <message>
        <source>Too many nested brackets.</source>
        <translation>括号嵌套太多。</translation>
    </message>
    <message>
        <source>This bracket is not closed.</source>
        <translation>此括号未闭合。</translation>
    </message>
    <message>
        <source>Unexpected “{found}”; “)” is missing.</source>
        <translation>意外的“{found}”；缺少“)”。</translation>
    </message>
    <message>
        <source>The closing quotation mark is missing.</source>
        <translation>缺少结束的引号。</translation>
    </message>
    <message>
        <source>The closing “]” of this character set is missing.</source>
        <translation>此字符集缺少结束的“]”。</translation>
    </message>
    <message>
        <source>This range runs backwards.</source>
        <translation>此范围是反向的。</translation>
    </message>
    <message>
        <source>“[^]” is empty; use “.” for any character.</source>
        <translation>“[^]”为空；请使用“.”表示任意字符。</translation>
    </message>
    <message>
        <source>Expected {n} hexadecimal digits after “\{mark}”.</source>
        <translation>“\{mark}”后应为 {n} 位十六进制数字。</translation>
    </message>
    <message>
        <source>Unknown escape; the known ones are {escapes}.</source>
        <translation>未知的转义；可用的有 {escapes}。</translation>
    </message>
    <message>
        <source>Expected “&lt;” and a token after “!”.</source>
        <translation>“!”后应为“&lt;”和一个 token。</translation>
    </message>
    <message>
        <source>The closing “&gt;” of this token is missing.</source>
        <translation>此 token 缺少结束的“&gt;”。</translation>
    </message>
    <message>
        <source>This token number is too large.</source>
        <translation>此 token 编号太大。</translation>
    </message>
    <message>
        <source>Expected “]&gt;” after the number of a token.</source>
        <translation>token 编号后应为“]&gt;”。</translation>
    </message>
    <message>
        <source>“{sign}” has nothing to repeat.</source>
        <translation>“{sign}”前没有可重复的内容。</translation>
    </message>
    <message>
        <source>Expected “}”.</source>
        <translation>应为“}”。</translation>
    </message>
    <message>
        <source>Expected “,” or “}”.</source>
        <translation>应为“,”或“}”。</translation>
    </message>
    <message>
        <source>At most {n} repetitions are allowed.</source>
        <translation>最多可重复 {n} 次。</translation>
    </message>
    <message>
        <source>The second number is smaller than the first.</source>
        <translation>第二个数小于第一个数。</translation>
    </message>
    <message>
        <source>Expected the name of a rule: letters, digits and “-”, then “::=”.</source>
        <translation>应为规则名称：字母、数字和“-”，然后是“::=”。</translation>
    </message>
    <message>
        <source>Expected a number.</source>
        <translation>应为数字。</translation>
    </message>
    <message>
        <source>A schema can have at most {n} characters.</source>
        <translation>模式最多 {n} 个字符。</translation>
    </message>
    <message>
        <source>This is not JSON: {reason}.</source>
        <translation>这不是 JSON：{reason}。</translation>
    </message>
    <message>
        <source>This is not readable JSON.</source>
        <translation>这不是可读取的 JSON。</translation>
    </message>
    <message>
        <source>This schema is not supported: {reason}.</source>
        <translation>不支持此模式：{reason}。</translation>
    </message>
    <message>
        <source>Hearth does not enforce “{keyword}” here.</source>
        <translation>Hearth 在此处不强制执行“{keyword}”。</translation>
    </message>
    <message>
        <source>The schema is nested too deeply.</source>
        <translation>模式嵌套太深。</translation>
    </message>
    <message>
        <source>“false” allows no valid value.</source>
        <translation>“false”不允许任何有效值。</translation>
    </message>
    <message>
        <source>Expected a schema in braces.</source>
        <translation>应为花括号中的模式。</translation>
    </message>
    <message>
        <source>Anything</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON 模式</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>语法</translation>
    </message>
    <message>
        <source>Form of the answer</source>
        <translation>回答的形式</translation>
    </message>
    <message>
        <source>Insert an &amp;example</source>
        <translation>插入示例(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Form of the answer</source>
        <translation>回答的形式(&amp;F)</translation>
    </message>
    <message>
        <source>Checking the text…</source>
        <translation>正在检查文本…</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {words}</source>
        <translation>第 {line} 行第 {column} 列：{words}</translation>
    </message>
    <message>
        <source>Empty: answers can have any form.</source>
        <translation>留空：回答可以是任何形式。</translation>
    </message>
    <message>
        <source>Every complete answer has this form.</source>
        <translation>每个完整的回答都具有此形式。</translation>
    </message>
    <message>
        <source>This text is too long for a schema or grammar; nothing was inserted.</source>
        <translation>此文本对于模式或语法来说太长；未插入任何内容。</translation>
    </message>
    <message>
        <source>Ask what to do</source>
        <translation>询问如何处理</translation>
    </message>
    <message>
        <source>Hearth sends nothing that does not fit; you choose what to do.</source>
        <translation>Hearth 不会发送放不下的内容；由您选择处理方式。</translation>
    </message>
    <message>
        <source>Leave out the oldest messages</source>
        <translation>略去最早的消息</translation>
    </message>
    <message>
        <source>The model no longer reads them. They stay in the chat, and you can include them again.</source>
        <translation>模型不再读取它们。它们仍留在聊天中，您可以重新纳入。</translation>
    </message>
    <message>
        <source>Summarise the oldest messages</source>
        <translation>总结最早的消息</translation>
    </message>
    <message>
        <source>The model writes a summary and reads it instead. You can edit it.</source>
        <translation>模型会撰写摘要并改读摘要。您可以编辑摘要。</translation>
    </message>
    <message>
        <source>When the chat outgrows the context</source>
        <translation>当聊天超出上下文时</translation>
    </message>
    <message>
        <source>When the chat &amp;outgrows the context</source>
        <translation>当聊天超出上下文时(&amp;O)</translation>
    </message>
    <message>
        <source>Summary of the messages above</source>
        <translation>上方消息的摘要</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Continuation</source>
        <translation>后续内容</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>{words} (chosen)</source>
        <translation>{words}（已选）</translation>
    </message>
    <message>
        <source>(end of the answer)</source>
        <translation>（回答结束）</translation>
    </message>
    <message>
        <source>(part of a character)</source>
        <translation>（字符的一部分）</translation>
    </message>
    <message>
        <source>under {n}%</source>
        <translation>低于 {n}%</translation>
    </message>
    <message>
        <source>{n}%</source>
        <translation>{n}%</translation>
    </message>
    <message>
        <source>The model works without a draft model.</source>
        <translation>模型将在没有草稿模型的情况下工作。</translation>
    </message>
    <message>
        <source>Choose another draft model in the settings of the model, or none.</source>
        <translation>请在模型设置中选择其他草稿模型，或不使用草稿模型。</translation>
    </message>
    <message>
        <source>{path} drafts for another model.</source>
        <translation>{path} 是为另一个模型预测 token 的文件。</translation>
    </message>
    <message>
        <source>Choose the file that was made for this model, or none.</source>
        <translation>请选择为此模型制作的文件，或不选择任何文件。</translation>
    </message>
    <message>
        <source>{path} does not have the same vocabulary as the main model.</source>
        <translation>{path} 的词表与主模型不同。</translation>
    </message>
    <message>
        <source>Its tokens would have a different meaning there.</source>
        <translation>它的 token 在那里会有不同的含义。</translation>
    </message>
    <message>
        <source>Choose a small model of the same family.</source>
        <translation>请选择同一系列的小模型。</translation>
    </message>
    <message>
        <source>{path} cannot be a draft model: its state cannot be rolled back.</source>
        <translation>{path} 不能用作草稿模型：其状态无法回退。</translation>
    </message>
    <message>
        <source>Choose a model without recurrent layers.</source>
        <translation>请选择没有循环层的模型。</translation>
    </message>
    <message>
        <source>Hearth could not use the draft model {path}.</source>
        <translation>无法使用草稿模型 {path}。</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>请选择其他模型。</translation>
    </message>
    <message>
        <source>Delete memory of other programs</source>
        <translation>删除其他程序的记忆</translation>
    </message>
    <message>
        <source>Other programs: {conversations}, {size}</source>
        <translation>其他程序：{conversations}，{size}</translation>
    </message>
    <message>
        <source>Hearth cannot use the file with the API key: {path} ({reason}).</source>
        <translation>无法使用 API 密钥文件：{path}（{reason}）。</translation>
    </message>
    <message>
        <source>Other programs cannot use Hearth; your chats are not affected.</source>
        <translation>其他程序无法使用 Hearth；聊天不受影响。</translation>
    </message>
    <message>
        <source>Write one line of {least} to {most} letters, digits and symbols into it, or delete it to let Hearth create a new one.</source>
        <translation>请在其中写入一行 {least} 到 {most} 个字母、数字和符号，或删除该文件，让 Hearth 新建一个。</translation>
    </message>
    <message>
        <source>Other programs can reach Hearth at {address}.</source>
        <translation>其他程序可以通过 {address} 访问 Hearth。</translation>
    </message>
    <message>
        <source>Connected: {programs}.</source>
        <translation>已连接：{programs}。</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>显示…</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新密钥</translation>
    </message>
    <message>
        <source>Create a new key?</source>
        <translation>生成新密钥？</translation>
    </message>
    <message>
        <source>Hearth then refuses programs with the old key until you give them the new one.</source>
        <translation>随后 Hearth 会拒绝持有旧密钥的程序，直到您为其提供新密钥。</translation>
    </message>
    <message>
        <source>The API stopped unexpectedly.</source>
        <translation>API 意外停止。</translation>
    </message>
    <message>
        <source>Try again. If it keeps happening, see the log.</source>
        <translation>请重试。如果问题依旧，请查看日志。</translation>
    </message>
    <message>
        <source>Text to paste</source>
        <translation>要粘贴的文本</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>复制密钥</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <translation>程序(&amp;P)</translation>
    </message>
    <message>
        <source>“Copy” fills in the key.</source>
        <translation>“复制”会填入密钥。</translation>
    </message>
    <message>
        <source>In a terminal.</source>
        <translation>在终端中。</translation>
    </message>
    <message>
        <source>In a program of your own.</source>
        <translation>在您自己的程序中。</translation>
    </message>
    <message>
        <source>In settings.json. Enter the key in the settings of Zed&apos;s agent, below this provider.</source>
        <translation>在 settings.json 中。请在 Zed 的 agent 设置中该提供方的下方输入密钥。</translation>
    </message>
    <message>
        <source>In ~/.continue/config.yaml.</source>
        <translation>在 ~/.continue/config.yaml 中。</translation>
    </message>
    <message>
        <source>In ~/.codex/config.toml. Put the key in the environment variable HEARTH_KEY.</source>
        <translation>在 ~/.codex/config.toml 中。请将密钥放入环境变量 HEARTH_KEY。</translation>
    </message>
    <message>
        <source>This model makes embeddings for other programs; it cannot chat.</source>
        <translation>此模型为其他程序生成嵌入向量，不能聊天。</translation>
    </message>
    <message>
        <source>The API cannot use port {port} of {address} ({reason}).</source>
        <translation>API 无法使用 {address} 的端口 {port}（{reason}）。</translation>
    </message>
    <message>
        <source>Choose another port, or close the program that uses this one.</source>
        <translation>请选择其他端口，或关闭正在使用该端口的程序。</translation>
    </message>
    <message>
        <source>{address} is not an address of this machine ({reason}).</source>
        <translation>{address} 不是本机的地址（{reason}）。</translation>
    </message>
    <message>
        <source>Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all its networks.</source>
        <translation>仅限本机请使用 127.0.0.1，所有网络请使用 0.0.0.0。</translation>
    </message>
    <message>
        <source>It was not sent. Your chats are untouched.</source>
        <translation>未发送。您的聊天没有变化。</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} pixels has {n} bytes.</source>
        <translation>{width} × {height} 像素的图片应有 {n} 字节。</translation>
    </message>
    <message>
        <source>Save the picture again in another program, then attach it again.</source>
        <translation>请在其他程序中重新保存图片，然后再次添加。</translation>
    </message>
    <message>
        <source>A sound of {n} samples is too short or too long.</source>
        <translation>含 {n} 个采样的声音太短或太长。</translation>
    </message>
    <message>
        <source>Attach a sound of up to an hour.</source>
        <translation>请添加不超过一小时的声音。</translation>
    </message>
    <message>
        <source>The sound contains invalid samples.</source>
        <translation>声音中含有无效的采样。</translation>
    </message>
    <message>
        <source>Convert the sound to WAV or MP3 in another program, then attach it again.</source>
        <translation>请在其他程序中将声音转换为 WAV 或 MP3，然后再次添加。</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} pixels is empty or too large.</source>
        <translation>{width} × {height} 像素的图片为空或太大。</translation>
    </message>
    <message>
        <source>Attach a picture of at most {side} pixels per side and {pixels} million in total.</source>
        <translation>请添加每边最多 {side} 像素、总共最多 {pixels} 百万像素的图片。</translation>
    </message>
    <message>
        <source>The model cannot use it to see or hear. Your chats are untouched.</source>
        <translation>模型无法用它看或听。您的聊天没有变化。</translation>
    </message>
    <message>
        <source>Choose the projector published with this model.</source>
        <translation>请选择与此模型一同发布的投影器。</translation>
    </message>
    <message>
        <source>This build of llama.cpp cannot read pictures or sounds.</source>
        <translation>此版本的 llama.cpp 无法读取图片或声音。</translation>
    </message>
    <message>
        <source>Text still works. Your chats are untouched.</source>
        <translation>文字功能照常。您的聊天没有变化。</translation>
    </message>
    <message>
        <source>Install Hearth from one of its packages, or rebuild llama.cpp.</source>
        <translation>请使用 Hearth 的安装包安装，或重新构建 llama.cpp。</translation>
    </message>
    <message>
        <source>Hearth could not load the projector {path}.</source>
        <translation>无法加载投影器 {path}。</translation>
    </message>
    <message>
        <source>Download the projector again, or choose another one.</source>
        <translation>请重新下载投影器，或选择另一个。</translation>
    </message>
    <message>
        <source>The projector {path} was made for another model.</source>
        <translation>投影器 {path} 是为其他模型制作的。</translation>
    </message>
    <message>
        <source>This model cannot see pictures.</source>
        <translation>此模型无法看图片。</translation>
    </message>
    <message>
        <source>This model cannot hear sounds.</source>
        <translation>此模型无法听声音。</translation>
    </message>
    <message>
        <source>Open a model that can, or choose a projector for this one.</source>
        <translation>请打开支持的模型，或为此模型选择投影器。</translation>
    </message>
    <message>
        <source>The model could not read this picture or sound.</source>
        <translation>模型无法读取此图片或声音。</translation>
    </message>
    <message>
        <source>Attach a different or smaller one.</source>
        <translation>请添加另一个，或更小的。</translation>
    </message>
    <message>
        <source>This picture or sound needs {n} tokens at once, but this model was loaded for {most} at once.</source>
        <translation>此图片或声音一次需要 {n} 个 token，而此模型加载时设为一次 {most} 个。</translation>
    </message>
    <message>
        <source>Attach a smaller one.</source>
        <translation>请添加更小的。</translation>
    </message>
    <message>
        <source>There is no readable projector at {path}.</source>
        <translation>{path} 处没有可读取的投影器。</translation>
    </message>
    <message>
        <source>Hearth could not read a picture in this chat.</source>
        <translation>无法读取此聊天中的一张图片。</translation>
    </message>
    <message>
        <source>Hearth could not read a sound in this chat.</source>
        <translation>无法读取此聊天中的一段声音。</translation>
    </message>
    <message>
        <source>No answer was written. Your chats are untouched.</source>
        <translation>没有写出回答。您的聊天没有变化。</translation>
    </message>
    <message>
        <source>Send the message again. If that does not help, attach the file again.</source>
        <translation>请重新发送消息。如果没有帮助，请重新添加文件。</translation>
    </message>
    <message>
        <source>description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>&amp;What it shows</source>
        <translation>内容描述(&amp;W)</translation>
    </message>
    <message>
        <source>Screen readers read it aloud, and search finds it. The model does not read it.</source>
        <translation>屏幕阅读器会朗读它，搜索也能找到它。模型不会读取它。</translation>
    </message>
    <message>
        <source>Could not play “{name}”: no program on this machine opened it.</source>
        <translation>无法播放“{name}”：此计算机上没有程序打开它。</translation>
    </message>
    <message>
        <source>Save a copy and open it in a player of your choice.</source>
        <translation>请保存一份副本，并用您选择的播放器打开。</translation>
    </message>
    <message>
        <source>Hearth could not copy the sound for a player ({reason}).</source>
        <translation>无法为播放器复制声音（{reason}）。</translation>
    </message>
    <message>
        <source>Free some space for temporary files, then try again.</source>
        <translation>请为临时文件释放一些空间，然后重试。</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Changed the description of “{name}”</source>
        <translation>已更改“{name}”的描述</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>{n} of {n_all}</source>
        <translation>第 {n} 张，共 {n_all} 张</translation>
    </message>
    <message>
        <source>Sound: {text} ({name})</source>
        <translation>声音：{text}（{name}）</translation>
    </message>
    <message>
        <source>Sound: {name}</source>
        <translation>声音：{name}</translation>
    </message>
    <message>
        <source>Picture: {text} ({name})</source>
        <translation>图片：{text}（{name}）</translation>
    </message>
    <message>
        <source>Picture: {name}</source>
        <translation>图片：{name}</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>上一张图片</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>下一张图片</translation>
    </message>
    <message>
        <source>Show at actual size, or fit to the window</source>
        <translation>以原始大小显示，或适应窗口</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>保存副本…</translation>
    </message>
    <message>
        <source>The original no longer exists</source>
        <translation>原文件已不存在</translation>
    </message>
    <message>
        <source>Pictures and sounds</source>
        <translation>图片和声音</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>File is missing</source>
        <translation>文件缺失</translation>
    </message>
    <message>
        <source>{pixels}, reduced</source>
        <translation>{pixels}，已缩小</translation>
    </message>
    <message>
        <source>Attached picture: {name}</source>
        <translation>已附加图片：{name}</translation>
    </message>
    <message>
        <source>Attached sound: {name}</source>
        <translation>已附加声音：{name}</translation>
    </message>
    <message>
        <source>Click to open</source>
        <translation>点击打开</translation>
    </message>
    <message>
        <source>Describe…</source>
        <translation>添加描述…</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>质量</translation>
    </message>
    <message>
        <source>The model keeps its current projector.</source>
        <translation>模型保留当前的投影器。</translation>
    </message>
    <message>
        <source>Choose the projector made for this model; its name often begins with “mmproj”.</source>
        <translation>请选择为此模型制作的投影器，其名称常以“mmproj”开头。</translation>
    </message>
    <message>
        <source>“{name}” is not a projector.</source>
        <translation>“{name}”不是投影器。</translation>
    </message>
    <message>
        <source>“{name}” belongs to another model: its vectors have a different size.</source>
        <translation>“{name}”属于另一个模型：其向量的大小不同。</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影器</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation>投影器(&amp;P)</translation>
    </message>
    <message>
        <source>None</source>
        <comment>projector</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Automatic (no file found)</source>
        <translation>自动（未找到文件）</translation>
    </message>
    <message>
        <source>Automatic ({name})</source>
        <translation>自动（{name}）</translation>
    </message>
    <message>
        <source>Looking for projectors for this model…</source>
        <translation>正在查找适用于此模型的投影器…</translation>
    </message>
    <message>
        <source>This machine has no projector (“mmproj” file) for this model</source>
        <translation>此计算机上没有适用于此模型的投影器（“mmproj”文件）</translation>
    </message>
    <message>
        <source>A second file that lets this model see pictures or hear sounds</source>
        <translation>让此模型可以看图片或听声音的第二个文件</translation>
    </message>
    <message>
        <source>{name} ({size}, sees and hears)</source>
        <translation>{name}（{size}，能看能听）</translation>
    </message>
    <message>
        <source>{name} ({size}, hears)</source>
        <translation>{name}（{size}，能听）</translation>
    </message>
    <message>
        <source>{name} ({size}, sees)</source>
        <translation>{name}（{size}，能看）</translation>
    </message>
    <message>
        <source>Choose the projector that lets this model see or hear</source>
        <translation>选择让此模型能看或能听的投影器</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>选择其他模型…</translation>
    </message>
    <message>
        <source>See the models on this machine</source>
        <translation>查看此计算机上的模型</translation>
    </message>
    <message>
        <source>Open {model}</source>
        <translation>打开 {model}</translation>
    </message>
    <message>
        <source>Attach pages</source>
        <translation>附加页面</translation>
    </message>
    <message>
        <source>Open {model}, which supports them</source>
        <translation>打开支持它们的 {model}</translation>
    </message>
    <message>
        <source>This model can neither see pictures nor hear sounds. It will read only their names.</source>
        <translation>此模型既不能看图片，也不能听声音，只会读取它们的名称。</translation>
    </message>
    <message>
        <source>This model cannot see pictures. It will read only their names.</source>
        <translation>此模型不能看图片，只会读取它们的名称。</translation>
    </message>
    <message>
        <source>This model cannot hear sounds. It will read only their names.</source>
        <translation>此模型不能听声音，只会读取它们的名称。</translation>
    </message>
    <message>
        <source>Screenshot {when}</source>
        <translation>屏幕截图 {when}</translation>
    </message>
    <message>
        <source>Picture {when}</source>
        <translation>图片 {when}</translation>
    </message>
    <message>
        <source>No message is lost.</source>
        <translation>不会丢失任何消息。</translation>
    </message>
    <message>
        <source>{server} rejected the key, or requires one.</source>
        <translation>{server} 拒绝了密钥，或需要密钥。</translation>
    </message>
    <message>
        <source>Enter the key of this server under “Servers…”.</source>
        <translation>请在“服务器…”中输入该服务器的密钥。</translation>
    </message>
    <message>
        <source>{server} did not find this address or model.</source>
        <translation>{server} 未找到此地址或模型。</translation>
    </message>
    <message>
        <source>Check its address under “Servers…” (most end in /v1), and which models it has.</source>
        <translation>请在“服务器…”中检查其地址（通常以 /v1 结尾）以及它有哪些模型。</translation>
    </message>
    <message>
        <source>{server} refused the request: {words}</source>
        <translation>{server} 拒绝了请求：{words}</translation>
    </message>
    <message>
        <source>{server} refused the request without giving a reason.</source>
        <translation>{server} 拒绝了请求，但未说明原因。</translation>
    </message>
    <message>
        <source>Change the chat settings, or choose another model.</source>
        <translation>请更改聊天设置，或选择其他模型。</translation>
    </message>
    <message>
        <source>This chat is too long for the model of {server}.</source>
        <translation>这个聊天对 {server} 的模型来说太长。</translation>
    </message>
    <message>
        <source>Leave out the oldest messages, or choose a model with a larger context.</source>
        <translation>省略最早的消息，或选择上下文更大的模型。</translation>
    </message>
    <message>
        <source>{server} is busy.</source>
        <translation>{server} 正忙。</translation>
    </message>
    <message>
        <source>{server} failed: {words}</source>
        <translation>{server} 出错：{words}</translation>
    </message>
    <message>
        <source>{server} failed without giving a reason.</source>
        <translation>{server} 出错，但未说明原因。</translation>
    </message>
    <message>
        <source>Try again; if it keeps happening, check the server.</source>
        <translation>请重试；如果问题依旧，请检查该服务器。</translation>
    </message>
    <message>
        <source>The answer from {server} was interrupted.</source>
        <translation>{server} 的回答被中断。</translation>
    </message>
    <message>
        <source>Try again, or continue the answer.</source>
        <translation>请重试，或继续该回答。</translation>
    </message>
    <message>
        <source>Hearth does not understand the response from {server}.</source>
        <translation>Hearth 无法理解 {server} 的响应。</translation>
    </message>
    <message>
        <source>Check under “Servers…” that its address leads to an OpenAI-compatible API.</source>
        <translation>请在“服务器…”中检查其地址是否指向 OpenAI 兼容的 API。</translation>
    </message>
    <message>
        <source>{server} blocked the rest of this answer.</source>
        <translation>{server} 屏蔽了此回答的其余部分。</translation>
    </message>
    <message>
        <source>Rephrase your message, or choose another model.</source>
        <translation>请改写您的消息，或选择其他模型。</translation>
    </message>
    <message>
        <source>Choose a model on this machine, or do without it.</source>
        <translation>请选择本机上的模型，或不使用此功能。</translation>
    </message>
    <message>
        <source>The server “{name}” no longer exists.</source>
        <translation>服务器“{name}”已不存在。</translation>
    </message>
    <message>
        <source>Add it again under “Servers…”, or choose another model.</source>
        <translation>请在“服务器…”中重新添加，或选择其他模型。</translation>
    </message>
    <message>
        <source>{server} has no model “{model}”.</source>
        <translation>{server} 没有模型“{model}”。</translation>
    </message>
    <message>
        <source>Choose one of its current models.</source>
        <translation>请选择它现有的模型之一。</translation>
    </message>
    <message>
        <source>Hearth could not save the list of servers to {path} ({reason}).</source>
        <translation>Hearth 无法将服务器列表保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>No server was added, changed or removed; your chats are not affected.</source>
        <translation>没有添加、更改或移除任何服务器；您的聊天不受影响。</translation>
    </message>
    <message>
        <source>Hearth uses the key until you close it; it never writes keys to a plain file.</source>
        <translation>Hearth 会使用该密钥，直到您将其关闭；它从不把密钥写入普通文件。</translation>
    </message>
    <message>
        <source>Unlock or install the {keyring}.</source>
        <translation>请解锁或安装{keyring}。</translation>
    </message>
    <message>
        <source>This is not a key: it contains invalid characters.</source>
        <translation>这不是密钥：其中包含无效字符。</translation>
    </message>
    <message>
        <source>Copy the key again, without spaces or quotation marks.</source>
        <translation>请重新复制密钥，不要带空格和引号。</translation>
    </message>
    <message>
        <source>{server} does not make embeddings.</source>
        <translation>{server} 不生成嵌入向量。</translation>
    </message>
    <message>
        <source>{server} does not provide alternatives.</source>
        <translation>{server} 不提供备选内容。</translation>
    </message>
    <message>
        <source>{server} cannot do this.</source>
        <translation>{server} 不支持此操作。</translation>
    </message>
    <message>
        <source>{server} cannot continue a partial answer.</source>
        <translation>{server} 无法继续未完成的回答。</translation>
    </message>
    <message>
        <source>{server} does not support grammars.</source>
        <translation>{server} 不支持语法。</translation>
    </message>
    <message>
        <source>No server was added or changed.</source>
        <translation>没有添加或更改服务器。</translation>
    </message>
    <message>
        <source>A server name must have 1 to {most} characters, without slashes or colons.</source>
        <translation>服务器名称必须为 1 到 {most} 个字符，且不含斜杠和冒号。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请换一个名称。</translation>
    </message>
    <message>
        <source>With plain HTTP, anyone between you and the server could read your chats.</source>
        <translation>使用未加密的 HTTP 时，您与服务器之间的任何人都能读取您的聊天。</translation>
    </message>
    <message>
        <source>Use an address with https://, or connect through a tunnel.</source>
        <translation>请使用 https:// 地址，或通过隧道连接。</translation>
    </message>
    <message>
        <source>Others in your network can read data sent over plain HTTP.</source>
        <translation>您网络中的其他人能读到通过未加密 HTTP 发送的内容。</translation>
    </message>
    <message>
        <source>Others in your network could read your chats and the key.</source>
        <translation>您网络中的其他人能读到您的聊天和密钥。</translation>
    </message>
    <message>
        <source>Accept this if you trust everyone in your network, or use https://.</source>
        <translation>如果您信任网络中的所有人，请接受；否则请使用 https://.</translation>
    </message>
    <message>
        <source>Hearth found no certificates in {path}.</source>
        <translation>Hearth 在 {path} 中未找到证书。</translation>
    </message>
    <message>
        <source>Choose a file in PEM format; the operator of the server can provide it.</source>
        <translation>请选择 PEM 格式的文件；服务器的管理者可以提供。</translation>
    </message>
    <message>
        <source>A server named “{name}” already exists.</source>
        <translation>已有名为“{name}”的服务器。</translation>
    </message>
    <message>
        <source>There are already {n} servers.</source>
        <translation>已有 {n} 个服务器。</translation>
    </message>
    <message>
        <source>Remove one first.</source>
        <translation>请先移除一个。</translation>
    </message>
    <message>
        <source>Hearth cannot read the list of your servers.</source>
        <translation>Hearth 无法读取您的服务器列表。</translation>
    </message>
    <message>
        <source>The list stays empty until you add a server; your chats are not affected.</source>
        <translation>在您添加服务器之前，列表为空；您的聊天不受影响。</translation>
    </message>
    <message>
        <source>OpenAI-compatible API</source>
        <translation>OpenAI 兼容的 API</translation>
    </message>
    <message>
        <source>Messages go to {server}</source>
        <translation>消息将发送到 {server}</translation>
    </message>
    <message>
        <source>Messages go to {server} ({host})</source>
        <translation>消息将发送到 {server}（{host}）</translation>
    </message>
    <message>
        <source>Hearth sends the chat to {server}, which reads it there.</source>
        <translation>Hearth 会将聊天发送到 {server}，由其在那里读取。</translation>
    </message>
    <message>
        <source>This server is a program on this machine. With each message, Hearth sends it the whole chat, including pictures; Hearth cannot see whether it forwards them. Your chats stay stored here.</source>
        <translation>此服务器是本机上的一个程序。Hearth 会随每条消息向它发送整个聊天，包括图片；它是否会转发，Hearth 无法得知。您的聊天仍保存在本机。</translation>
    </message>
    <message>
        <source>{host} is another machine in your network. With each message, Hearth sends it the whole chat, including pictures. Your chats stay stored on this machine.</source>
        <translation>{host} 是您网络中的另一台计算机。Hearth 会随每条消息向它发送整个聊天，包括图片。您的聊天仍保存在本机。</translation>
    </message>
    <message>
        <source>{host} is on the internet. With each message, Hearth sends it the whole chat, including pictures, and its operator can read them. Your chats stay stored on this machine.</source>
        <translation>{host} 位于互联网上。Hearth 会随每条消息向它发送整个聊天，包括图片，其运营者可以读取。您的聊天仍保存在本机。</translation>
    </message>
    <message>
        <source>Models on the server</source>
        <translation>服务器上的模型</translation>
    </message>
    <message>
        <source>Models on {server}</source>
        <translation>{server} 上的模型</translation>
    </message>
    <message>
        <source>This server lists no models. Check it, or enter them under “Edit…”.</source>
        <translation>此服务器未列出任何模型。请检查它，或在“编辑…”中填写模型名称。</translation>
    </message>
    <message>
        <source>Context length in tokens, if the server reports it</source>
        <translation>上下文长度（token 数），如果服务器有报告</translation>
    </message>
    <message>
        <source>Accepts</source>
        <translation>可接收</translation>
    </message>
    <message>
        <source>The kinds of input it accepts, if the server reports them</source>
        <translation>它接受的输入类型，如果服务器有报告</translation>
    </message>
    <message>
        <source>Texts, pictures and sounds</source>
        <translation>文本、图片和声音</translation>
    </message>
    <message>
        <source>Texts and pictures</source>
        <translation>文本和图片</translation>
    </message>
    <message>
        <source>Texts and sounds</source>
        <translation>文本和声音</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Add server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>You entered its models yourself, so you can still add it.</source>
        <translation>您已自行填写其模型，因此仍可添加它。</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>{kind} responds, but lists no models.</source>
        <translation>{kind} 已响应，但未列出任何模型。</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>另外 {n} 个</translation>
    </message>
    <message>
        <source>{kind} responds with {models}: {names}</source>
        <translation>{kind} 已响应，有 {models}：{names}</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>File or folder</source>
        <translation>文件或文件夹</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>About how many tokens its text has</source>
        <translation>其文本大约有多少 token</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Nothing read yet</source>
        <translation>尚未读取任何内容</translation>
    </message>
    <message>
        <source>{files} read, {n} not</source>
        <translation>已读取 {files}，{n} 个未读取</translation>
    </message>
    <message>
        <source>{files} read</source>
        <translation>已读取 {files}</translation>
    </message>
    <message>
        <source>Title: {title}.</source>
        <translation>标题：{title}。</translation>
    </message>
    <message>
        <source>The kind of server</source>
        <translation>服务器的种类</translation>
    </message>
    <message>
        <source>The number of models at the last check</source>
        <translation>上次检查时的模型数量</translation>
    </message>
    <message>
        <source>Whether Hearth has a key for it</source>
        <translation>Hearth 是否有它的密钥</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Remove server</source>
        <translation>移除服务器</translation>
    </message>
    <message>
        <source>Remove {server} from the list?</source>
        <translation>从列表中移除 {server}？</translation>
    </message>
    <message>
        <source>The loaded model runs on it and will stop answering.</source>
        <translation>已加载的模型在其上运行，将停止回答。</translation>
    </message>
    <message>
        <source>Hearth also removes its key from the {keyring}. Chats that it answered are kept.</source>
        <translation>Hearth 也会从{keyring}中移除它的密钥。它回答过的聊天会保留。</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Tip</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>重要</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>当心</translation>
    </message>
    <message>
        <source>It is too large for this model.</source>
        <translation>对这个模型来说，它太大了。</translation>
    </message>
    <message>
        <source>“{address}” is not an rpc-server address: use HOST:PORT.</source>
        <translation>“{address}”不是 rpc-server 地址：请使用 HOST:PORT。</translation>
    </message>
    <message>
        <source>No rpc-server listens at {address}.</source>
        <translation>{address} 上没有 rpc-server 在监听。</translation>
    </message>
    <message>
        <source>{address} closes the connection; it is probably not an rpc-server.</source>
        <translation>{address} 关闭了连接；它可能不是 rpc-server。</translation>
    </message>
    <message>
        <source>The rpc-server at {address} does not respond; it serves one program at a time, and another one may be using it.</source>
        <translation>{address} 上的 rpc-server 没有响应；它一次只服务一个程序，可能正被另一个程序使用。</translation>
    </message>
    <message>
        <source>The program at {address} is not an rpc-server.</source>
        <translation>{address} 上的程序不是 rpc-server。</translation>
    </message>
    <message>
        <source>The rpc-server at {address} has an incompatible version of llama.cpp.</source>
        <translation>{address} 上的 rpc-server 的 llama.cpp 版本不兼容。</translation>
    </message>
    <message>
        <source>Hearth cannot open the link “{link}”.</source>
        <translation>Hearth 无法打开链接“{link}”。</translation>
    </message>
    <message>
        <source>Nothing was opened or downloaded.</source>
        <translation>没有打开或下载任何内容。</translation>
    </message>
    <message>
        <source>A link to a model looks like hearth://open_from_hf?model=author/name.</source>
        <translation>指向模型的链接形如 hearth://open_from_hf?model=author/name。</translation>
    </message>
    <message>
        <source>The model got no tools: its chat template has no place for them.</source>
        <translation>模型没有得到工具：其聊天模板没有工具的位置。</translation>
    </message>
    <message>
        <source>Calls were not bound to the schema of {names}.</source>
        <translation>调用没有按 {names} 的模式约束。</translation>
    </message>
    <message>
        <source>Tools that Hearth does not run were left out: {kinds}.</source>
        <translation>已略去 Hearth 不运行的工具：{kinds}。</translation>
    </message>
    <message>
        <source>Calls of tools that Hearth does not run were left out: {kinds}.</source>
        <translation>已略去对 Hearth 不运行的工具的调用：{kinds}。</translation>
    </message>
    <message>
        <source>The file has changed since, or is gone. This is the passage as it was used.</source>
        <translation>该文件此后已更改，或已不存在。这是当时使用的段落。</translation>
    </message>
    <message>
        <source>No program opens {name}.</source>
        <translation>没有程序可以打开 {name}。</translation>
    </message>
    <message>
        <source>Not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>Not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>Cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>Still being written</source>
        <translation>仍在写入</translation>
    </message>
    <message>
        <source>Changed meanwhile</source>
        <translation>期间已更改</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>No text in this file</source>
        <translation>此文件中没有文本</translation>
    </message>
    <message>
        <source>No text in this scan</source>
        <translation>此扫描件中没有文本</translation>
    </message>
    <message>
        <source>Unknown format</source>
        <translation>未知格式</translation>
    </message>
    <message>
        <source>Old Office format</source>
        <translation>旧版 Office 格式</translation>
    </message>
    <message>
        <source>Locked with a password</source>
        <translation>受密码保护</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Unpacks to too much</source>
        <translation>解压后过大</translation>
    </message>
    <message>
        <source>Too much text</source>
        <translation>文本过多</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>无法访问</translation>
    </message>
    <message>
        <source>{pages} without text</source>
        <translation>{pages}没有文本</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>已读取</translation>
    </message>
    <message>
        <source>Kept read</source>
        <translation>保持已读取</translation>
    </message>
    <message>
        <source>Its disk or folder is not reachable now; what was read of it is kept.</source>
        <translation>其磁盘或文件夹现在无法访问；已读取的内容会保留。</translation>
    </message>
    <message>
        <source>Only pictures, and no text: {pages}.</source>
        <translation>只有图片，没有文本：{pages}。</translation>
    </message>
    <message>
        <source>The model reads it while it is idle; chats about it start at once.</source>
        <translation>模型会在空闲时读取它；与之相关的聊天可立即开始。</translation>
    </message>
    <message>
        <source>Slide {name}</source>
        <translation>幻灯片 {name}</translation>
    </message>
    <message>
        <source>Sheet {name}</source>
        <translation>工作表 {name}</translation>
    </message>
    <message>
        <source>Page {name}</source>
        <translation>第 {name} 页</translation>
    </message>
    <message>
        <source>Stopped. “Look again” reads the rest.</source>
        <translation>已停止。“重新查看”会读取其余文件。</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Remove {name} from the list?</source>
        <translation>从列表中移除 {name}？</translation>
    </message>
    <message>
        <source>Your files stay where they are. Hearth forgets what it has read in them.</source>
        <translation>您的文件保留在原处。Hearth 会忘记在其中读取的内容。</translation>
    </message>
    <message>
        <source>Removed {name}; your files are where they were</source>
        <translation>已移除 {name}；您的文件仍在原处</translation>
    </message>
    <message>
        <source>{page}: no text</source>
        <translation>{page}：没有文本</translation>
    </message>
    <message>
        <source>Read once for {chats}: {tokens}, {size} on disk.</source>
        <translation>为{chats}只读取了一次：{tokens}，占用磁盘 {size}。</translation>
    </message>
    <message>
        <source>Read once for {chats}: {tokens}, {size} on disk. Reading it for each of them would take {time} more.</source>
        <translation>为{chats}只读取了一次：{tokens}，占用磁盘 {size}。若分别读取，还需要多花 {time}。</translation>
    </message>
    <message>
        <source>Hearth searches your documents without it.</source>
        <translation>Hearth 会在没有它的情况下搜索您的文档。</translation>
    </message>
    <message>
        <source>Choose an embedding model as a GGUF file, or none.</source>
        <translation>请选择一个 GGUF 格式的嵌入模型，或不使用嵌入模型。</translation>
    </message>
    <message>
        <source>There is no readable embedding model at {path}.</source>
        <translation>{path} 处没有可读取的嵌入模型。</translation>
    </message>
    <message>
        <source>llama.cpp stopped while it ran the embedding model {path}.</source>
        <translation>llama.cpp 在运行嵌入模型 {path} 时停止了。</translation>
    </message>
    <message>
        <source>Hearth could not start the process for the embedding model.</source>
        <translation>Hearth 无法启动嵌入模型的进程。</translation>
    </message>
    <message>
        <source>Close other programs, then try again.</source>
        <translation>请关闭其他程序，然后重试。</translation>
    </message>
    <message>
        <source>{tokens}, {time}</source>
        <translation>{tokens}，{time}</translation>
    </message>
    <message>
        <source>{tokens}: too long for the context</source>
        <translation>{tokens}：超出上下文长度</translation>
    </message>
    <message>
        <source>{tokens} to read</source>
        <translation>需读取{tokens}</translation>
    </message>
    <message>
        <source>{tokens}, read already</source>
        <translation>{tokens}，已读取</translation>
    </message>
    <message>
        <source>A quotation is not in the passages: “{words}”</source>
        <translation>引文不在所给段落中：“{words}”</translation>
    </message>
    <message>
        <source>{n} quotations are not in the passages</source>
        <translation>{n} 处引文不在所给段落中</translation>
    </message>
    <message>
        <source>Passages {numbers}</source>
        <translation>段落 {numbers}</translation>
    </message>
    <message>
        <source>Earlier in this chat</source>
        <translation>本聊天的较早内容</translation>
    </message>
    <message>
        <source>{name}
The file as it was on {when}</source>
        <translation>{name}
文件截至 {when} 的内容</translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>第 {page} 页</translation>
    </message>
    <message>
        <source>Passages in documents</source>
        <translation>文档中的段落</translation>
    </message>
    <message>
        <source>{name}, page {n}</source>
        <translation>{name}，第 {n} 页</translation>
    </message>
    <message>
        <source>Open a model that sees pictures, and Hearth offers it the pages. Or have a program with text recognition (OCR) read the scan.</source>
        <translation>请打开能看图片的模型，Hearth 会让它读取这些页面。您也可以用带文字识别（OCR）的程序读取扫描件。</translation>
    </message>
    <message>
        <source>“{name}” is a scan of {pages}. Let the model read it as pictures?</source>
        <translation>“{name}”是 {pages}的扫描件。让模型以图片形式读取吗？</translation>
    </message>
    <message>
        <source>“{name}” is a scan of {pages}. Let the model read the first {n} as pictures?</source>
        <translation>“{name}”是 {pages}的扫描件。让模型以图片形式读取前 {n} 页吗？</translation>
    </message>
    <message>
        <source>It takes about {tokens}.</source>
        <translation>大约需要 {tokens}。</translation>
    </message>
    <message>
        <source>It takes about {tokens}, and {time} to read.</source>
        <translation>大约需要 {tokens}，读取需要{time}。</translation>
    </message>
    <message>
        <source>Without text, as they are pictures: pages {pages}</source>
        <translation>以下页面是图片，没有文本：{pages}</translation>
    </message>
    <message>
        <source>Your chats are not affected.</source>
        <translation>您的对话不受影响。</translation>
    </message>
    <message>
        <source>Your chats and other tools are not affected.</source>
        <translation>您的对话和其他工具不受影响。</translation>
    </message>
    <message>
        <source>Nothing was called.</source>
        <translation>没有调用任何工具。</translation>
    </message>
    <message>
        <source>You have not allowed this call of {name}.</source>
        <translation>您没有允许对 {name} 的这次调用。</translation>
    </message>
    <message>
        <source>Look at its arguments, and allow it if you want it.</source>
        <translation>请查看其参数，需要时再允许。</translation>
    </message>
    <message>
        <source>The tool {name} has changed since you allowed it.</source>
        <translation>工具 {name} 在您允许之后已发生变化。</translation>
    </message>
    <message>
        <source>Look at what it does now, and allow it again if you want it.</source>
        <translation>请查看它现在的功能，需要时再次允许。</translation>
    </message>
    <message>
        <source>There is no tool {name}.</source>
        <translation>没有名为 {name} 的工具。</translation>
    </message>
    <message>
        <source>“Tools…” in the menu and `hearth tools list` show the tools.</source>
        <translation>菜单中的“工具…”和 `hearth tools list` 会列出工具。</translation>
    </message>
    <message>
        <source>The arguments for {name} are not a JSON object.</source>
        <translation>{name} 的参数不是 JSON 对象。</translation>
    </message>
    <message>
        <source>Correct them, or ask the model again.</source>
        <translation>请更正参数，或重新询问模型。</translation>
    </message>
    <message>
        <source>Hearth could not save which tools you allow in {path} ({reason}).</source>
        <translation>Hearth 无法将您允许的工具保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>Make the file writable, or free some space.</source>
        <translation>请使该文件可写，或释放一些空间。</translation>
    </message>
    <message>
        <source>Hearth could not save the list of your tools in {path} ({reason}).</source>
        <translation>Hearth 无法将您的工具列表保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>The server cannot be added as “{name}”: {why}.</source>
        <translation>无法以“{name}”添加服务器：{why}。</translation>
    </message>
    <message>
        <source>Names have letters, digits and hyphens, 24 at most.</source>
        <translation>名称由字母、数字和连字符组成，最多 24 个字符。</translation>
    </message>
    <message>
        <source>There is no tool server “{name}”.</source>
        <translation>没有名为“{name}”的工具服务器。</translation>
    </message>
    <message>
        <source>`hearth tools servers` lists your servers.</source>
        <translation>`hearth tools servers` 会列出您的服务器。</translation>
    </message>
    <message>
        <source>Hearth cannot keep secrets: it cannot use the {keyring} of this system.</source>
        <translation>Hearth 无法保存机密：无法使用此系统的{keyring}。</translation>
    </message>
    <message>
        <source>Nothing was saved; Hearth never writes secrets to a plain file.</source>
        <translation>没有保存任何内容；Hearth 绝不会将机密写入普通文件。</translation>
    </message>
    <message>
        <source>Unlock the {keyring}, or name a variable without its value.</source>
        <translation>请解锁{keyring}，或只写变量名而不写其值。</translation>
    </message>
    <message>
        <source>The {keyring} of this system did not give up the keys of {server}.</source>
        <translation>此系统的{keyring}没有删除 {server} 的密钥。</translation>
    </message>
    <message>
        <source>The server was removed all the same.</source>
        <translation>服务器仍已移除。</translation>
    </message>
    <message>
        <source>Unlock the {keyring}, and delete there what is named “tool server {server}”.</source>
        <translation>请解锁{keyring}，并在其中删除名为“tool server {server}”的条目。</translation>
    </message>
    <message>
        <source>The {keyring} of this system did not give up keys that {server} had before.</source>
        <translation>此系统的{keyring}没有删除 {server} 以前的密钥。</translation>
    </message>
    <message>
        <source>The server was changed all the same.</source>
        <translation>服务器仍已更改。</translation>
    </message>
    <message>
        <source>Unlock the {keyring}, and delete there {names}.</source>
        <translation>请解锁{keyring}，并在其中删除 {names}。</translation>
    </message>
    <message>
        <source>There is no folder “{name}”.</source>
        <translation>没有文件夹“{name}”。</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>{path} is not a list of MCP servers ({reason}).</source>
        <translation>{path} 不是 MCP 服务器列表（{reason}）。</translation>
    </message>
    <message>
        <source>Name the mcp.json of LM Studio or Cursor, or Claude&apos;s claude_desktop_config.json.</source>
        <translation>请指定 LM Studio 或 Cursor 的 mcp.json，或 Claude 的 claude_desktop_config.json。</translation>
    </message>
    <message>
        <source>Read what it printed last, or ask whoever made it.</source>
        <translation>请查看其最后的输出，或咨询其开发者。</translation>
    </message>
    <message>
        <source>Try again; Hearth starts it anew.</source>
        <translation>请重试；Hearth 会重新启动它。</translation>
    </message>
    <message>
        <source>The tool server {server} did not answer within {seconds} s of its start.</source>
        <translation>工具服务器 {server} 启动后 {seconds} 秒内没有响应。</translation>
    </message>
    <message>
        <source>The tool server {server} is still starting.</source>
        <translation>工具服务器 {server} 仍在启动。</translation>
    </message>
    <message>
        <source>The tool server {server} did not answer within {seconds} s.</source>
        <translation>工具服务器 {server} 在 {seconds} 秒内没有响应。</translation>
    </message>
    <message>
        <source>The tool server {server} sent far more messages than it was asked for.</source>
        <translation>工具服务器 {server} 发送的消息远多于所请求的。</translation>
    </message>
    <message>
        <source>Ask whoever made the server.</source>
        <translation>请咨询该服务器的开发者。</translation>
    </message>
    <message>
        <source>The tool server {server} sent more than {limit} MB in one message.</source>
        <translation>工具服务器 {server} 在一条消息中发送了超过 {limit} MB。</translation>
    </message>
    <message>
        <source>Ask for less.</source>
        <translation>请减少请求的内容。</translation>
    </message>
    <message>
        <source>The tool server {server} sent an answer that Hearth cannot read.</source>
        <translation>工具服务器 {server} 发送了 Hearth 无法读取的响应。</translation>
    </message>
    <message>
        <source>The tool server {server} refused: {said}</source>
        <translation>工具服务器 {server} 拒绝了请求：{said}</translation>
    </message>
    <message>
        <source>Correct the arguments, or ask for something else.</source>
        <translation>请更正参数，或请求其他内容。</translation>
    </message>
    <message>
        <source>The tool server {server} asked for input that Hearth cannot give yet.</source>
        <translation>工具服务器 {server} 要求 Hearth 尚不能提供的输入。</translation>
    </message>
    <message>
        <source>Use another tool.</source>
        <translation>请使用其他工具。</translation>
    </message>
    <message>
        <source>The tool server {server} no longer knows Hearth.</source>
        <translation>工具服务器 {server} 已不再识别 Hearth。</translation>
    </message>
    <message>
        <source>You have not yet allowed the tool server {server}: {origin}</source>
        <translation>您尚未允许工具服务器 {server}：{origin}</translation>
    </message>
    <message>
        <source>It was not started, and nothing was sent to it.</source>
        <translation>它没有启动，也没有向它发送任何内容。</translation>
    </message>
    <message>
        <source>Allow it if you know it.</source>
        <translation>如果您了解它，请允许。</translation>
    </message>
    <message>
        <source>The tool server {server} cannot be started: there is no program {program}.</source>
        <translation>无法启动工具服务器 {server}：没有程序 {program}。</translation>
    </message>
    <message>
        <source>Install the program, or correct the command.</source>
        <translation>请安装该程序，或更正命令。</translation>
    </message>
    <message>
        <source>The tool server {server} cannot be started ({reason}).</source>
        <translation>无法启动工具服务器 {server}（{reason}）。</translation>
    </message>
    <message>
        <source>Correct the command, or ask whoever made the server.</source>
        <translation>请更正命令，或咨询该服务器的开发者。</translation>
    </message>
    <message>
        <source>The tool server {server} keeps failing; Hearth starts it again in {seconds} s.</source>
        <translation>工具服务器 {server} 反复出错；Hearth 将在 {seconds} 秒后再次启动它。</translation>
    </message>
    <message>
        <source>The tool server {server} speaks no version of MCP that Hearth knows ({version}).</source>
        <translation>工具服务器 {server} 使用的 MCP 版本 Hearth 均不支持（{version}）。</translation>
    </message>
    <message>
        <source>Update Hearth, or install an older version of the server.</source>
        <translation>请更新 Hearth，或安装该服务器的旧版本。</translation>
    </message>
    <message>
        <source>The tool server {server} does not let Hearth in.</source>
        <translation>工具服务器 {server} 不允许 Hearth 访问。</translation>
    </message>
    <message>
        <source>Give its key if it takes one. Hearth cannot sign in with OAuth yet.</source>
        <translation>如果它接受密钥，请提供密钥。Hearth 尚不能通过 OAuth 登录。</translation>
    </message>
    <message>
        <source>The tool server {server} wants {name}, and the {keyring} has no value for it.</source>
        <translation>工具服务器 {server} 需要 {name}，而{keyring}中没有它的值。</translation>
    </message>
    <message>
        <source>Add the server again with its values, or set the variable for Hearth.</source>
        <translation>请连同其值重新添加服务器，或为 Hearth 设置该变量。</translation>
    </message>
    <message>
        <source>{address} is not encrypted, so that others could read the key of {server}.</source>
        <translation>{address} 未加密，他人可能读取 {server} 的密钥。</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>没有发送任何内容。</translation>
    </message>
    <message>
        <source>Use an address that begins with https.</source>
        <translation>请使用以 https 开头的地址。</translation>
    </message>
    <message>
        <source>The argument {argument} is missing, or is not {kind}.</source>
        <translation>缺少参数 {argument}，或者它不是 {kind}。</translation>
    </message>
    <message>
        <source>Correct it, or ask the model again.</source>
        <translation>请更正它，或重新询问模型。</translation>
    </message>
    <message>
        <source>This cannot be computed: {reason}.</source>
        <translation>无法计算：{reason}。</translation>
    </message>
    <message>
        <source>Write numbers, + - * / // % **, and functions such as sqrt(2).</source>
        <translation>请使用数字、+ - * / // % ** 以及 sqrt(2) 之类的函数。</translation>
    </message>
    <message>
        <source>There is no time zone “{name}” here.</source>
        <translation>这里没有时区“{name}”。</translation>
    </message>
    <message>
        <source>Name one as in Europe/Berlin.</source>
        <translation>请使用 Europe/Berlin 这样的名称。</translation>
    </message>
    <message>
        <source>The result “{name}” is no longer kept.</source>
        <translation>结果“{name}”已不再保留。</translation>
    </message>
    <message>
        <source>Call its tool again.</source>
        <translation>请重新调用相应的工具。</translation>
    </message>
    <message>
        <source>There is no document “{name}” in the list.</source>
        <translation>列表中没有文档“{name}”。</translation>
    </message>
    <message>
        <source>Search the documents first; results name them.</source>
        <translation>请先搜索文档；结果中有它们的名称。</translation>
    </message>
    <message>
        <source>“{name}” is not a file in the chosen folder.</source>
        <translation>“{name}”不是所选文件夹中的文件。</translation>
    </message>
    <message>
        <source>Nothing was read.</source>
        <translation>没有读取任何内容。</translation>
    </message>
    <message>
        <source>Links and paths out of the folder are not followed.</source>
        <translation>不会跟随链接或指向文件夹之外的路径。</translation>
    </message>
    <message>
        <source>The file “{name}” cannot be read ({reason}).</source>
        <translation>无法读取文件“{name}”（{reason}）。</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>请选择其他文件。</translation>
    </message>
    <message>
        <source>The page at {host} cannot be used: {reason}.</source>
        <translation>{host} 的页面无法使用：{reason}。</translation>
    </message>
    <message>
        <source>Choose another page.</source>
        <translation>请选择其他页面。</translation>
    </message>
    <message>
        <source>{host} leads to {address}, which was not asked for.</source>
        <translation>{host} 指向未请求的地址 {address}。</translation>
    </message>
    <message>
        <source>Nothing was sent there.</source>
        <translation>没有向那里发送任何内容。</translation>
    </message>
    <message>
        <source>Fetch that address if you want it.</source>
        <translation>如果您需要该地址，请直接获取它。</translation>
    </message>
    <message>
        <source>{host} returned no list of results.</source>
        <translation>{host} 没有返回结果列表。</translation>
    </message>
    <message>
        <source>A SearXNG server has to allow the format JSON (search.formats).</source>
        <translation>SearXNG 服务器必须允许 JSON 格式（search.formats）。</translation>
    </message>
    <message>
        <source>The search engine {engine} needs a key, and Hearth has none.</source>
        <translation>搜索引擎 {engine} 需要密钥，而 Hearth 没有。</translation>
    </message>
    <message>
        <source>`hearth tools set search {engine} --key` asks for it.</source>
        <translation>`hearth tools set search {engine} --key` 会询问密钥。</translation>
    </message>
    <message>
        <source>The search engine {engine} does not accept the key.</source>
        <translation>搜索引擎 {engine} 不接受该密钥。</translation>
    </message>
    <message>
        <source>`hearth tools set search {engine} --key` asks for another one.</source>
        <translation>`hearth tools set search {engine} --key` 会询问另一个密钥。</translation>
    </message>
    <message>
        <source>Running code needs Linux: other systems have no bubblewrap.</source>
        <translation>运行代码需要 Linux：其他系统没有 bubblewrap。</translation>
    </message>
    <message>
        <source>Running code needs bubblewrap, which is not installed.</source>
        <translation>运行代码需要 bubblewrap，但它尚未安装。</translation>
    </message>
    <message>
        <source>Install the package bubblewrap.</source>
        <translation>请安装软件包 bubblewrap。</translation>
    </message>
    <message>
        <source>Running code needs the Python of your system, which is not installed.</source>
        <translation>运行代码需要系统自带的 Python，但它尚未安装。</translation>
    </message>
    <message>
        <source>Install the package python3.</source>
        <translation>请安装软件包 python3。</translation>
    </message>
    <message>
        <source>Your system does not let bubblewrap make a place to run code in ({reason}).</source>
        <translation>您的系统不允许 bubblewrap 建立运行代码的隔离环境（{reason}）。</translation>
    </message>
    <message>
        <source>Allow user namespaces, and install bubblewrap 0.8 or newer.</source>
        <translation>请允许用户命名空间，并安装 bubblewrap 0.8 或更新的版本。</translation>
    </message>
    <message>
        <source>The code could not be run ({reason}).</source>
        <translation>无法运行代码（{reason}）。</translation>
    </message>
    <message>
        <source>Try again; if it stays, start Hearth anew.</source>
        <translation>请重试；如果问题仍在，请重新启动 Hearth。</translation>
    </message>
    <message>
        <source>The code has more than {limit} kB.</source>
        <translation>代码超过 {limit} kB。</translation>
    </message>
    <message>
        <source>It was not run.</source>
        <translation>代码没有运行。</translation>
    </message>
    <message>
        <source>Write a shorter program.</source>
        <translation>请编写更短的程序。</translation>
    </message>
    <message>
        <source>{name} is switched off there.</source>
        <translation>{name} 在那里已停用。</translation>
    </message>
    <message>
        <source>{name} speaks an older form of HTTP (SSE).</source>
        <translation>{name} 使用较旧的 HTTP 形式（SSE）。</translation>
    </message>
    <message>
        <source>{name} has neither a command nor an address.</source>
        <translation>{name} 既没有命令也没有地址。</translation>
    </message>
    <message>
        <source>{name} has a variable that is no text.</source>
        <translation>{name} 有一个不是文本的变量。</translation>
    </message>
    <message>
        <source>{name} has a place that its program fills in.</source>
        <translation>{name} 有一处由其程序填写的内容。</translation>
    </message>
    <message>
        <source>The model called a tool again with the same arguments.</source>
        <translation>模型以相同的参数再次调用了工具。</translation>
    </message>
    <message>
        <source>The model has called tools in {n} answers.</source>
        <translation>模型已在 {n} 个回答中调用工具。</translation>
    </message>
    <message>
        <source>The model has called tools {n} times.</source>
        <translation>模型已调用工具 {n} 次。</translation>
    </message>
    <message>
        <source>The tools took {n} minutes.</source>
        <translation>工具用了 {n} 分钟。</translation>
    </message>
    <message>
        <source>The tools returned {n} MB of text.</source>
        <translation>工具返回了 {n} MB 文本。</translation>
    </message>
    <message>
        <source>was ended</source>
        <translation>已被结束</translation>
    </message>
    <message>
        <source>The tool server {server} {how}.</source>
        <translation>工具服务器 {server} {how}。</translation>
    </message>
    <message>
        <source>Hearth cannot read which tools you have allowed.</source>
        <translation>Hearth 无法读取您允许了哪些工具。</translation>
    </message>
    <message>
        <source>It asks again for each of them; your chats are not affected.</source>
        <translation>它会逐一重新询问；您的对话不受影响。</translation>
    </message>
    <message>
        <source>Hearth cannot read the list of your tool servers.</source>
        <translation>Hearth 无法读取您的工具服务器列表。</translation>
    </message>
    <message>
        <source>The list stays empty until you add one; your chats are not affected.</source>
        <translation>在您添加服务器之前，列表保持为空；您的对话不受影响。</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Hearth adds the servers that you choose and starts none: it asks before the first start of each.</source>
        <translation>Hearth 会添加您选择的服务器，但不会启动它们：每个服务器首次启动前都会询问您。</translation>
    </message>
    <message>
        <source>No list of Claude Desktop, LM Studio, Cursor or VS Code was found here.</source>
        <translation>此处没有找到 Claude Desktop、LM Studio、Cursor 或 VS Code 的列表。</translation>
    </message>
    <message>
        <source>You have it already.</source>
        <translation>您已有此服务器。</translation>
    </message>
    <message>
        <source>It has no servers.</source>
        <translation>其中没有服务器。</translation>
    </message>
    <message>
        <source>Add a tool server</source>
        <translation>添加工具服务器</translation>
    </message>
    <message>
        <source>Edit tool server</source>
        <translation>编辑工具服务器</translation>
    </message>
    <message>
        <source>Command or address</source>
        <translation>命令或地址</translation>
    </message>
    <message>
        <source>Your home folder</source>
        <translation>您的主文件夹</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Next…</source>
        <translation>下一步…</translation>
    </message>
    <message>
        <source>&amp;Command or address</source>
        <translation>命令或地址(&amp;C)</translation>
    </message>
    <message>
        <source>The command line of a server that speaks MCP, or an address that begins with http. Hearth shows it to you before it starts it.</source>
        <translation>支持 MCP 的服务器的命令行，或以 http 开头的地址。Hearth 会在启动前向您显示。</translation>
    </message>
    <message>
        <source>Hearth keeps it in the {keyring} of this system. Leave empty to keep the saved key.</source>
        <translation>Hearth 将其保存在此系统的{keyring}中。留空则保留已保存的密钥。</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>One in each line, as NAME=VALUE. Hearth keeps the values in the {keyring} of this system. A name without a value keeps the saved one, or gets that of Hearth&apos;s own variable.</source>
        <translation>每行一个，格式为 名称=值。Hearth 将值保存在此系统的{keyring}中。只有名称而没有值时，保留已保存的值，或使用 Hearth 自身变量的值。</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>变量(&amp;V)</translation>
    </message>
    <message>
        <source>There is a server of this name already.</source>
        <translation>已有此名称的服务器。</translation>
    </message>
    <message>
        <source>A quotation mark in the command has no end.</source>
        <translation>命令中有未闭合的引号。</translation>
    </message>
    <message>
        <source>A key has letters, digits and signs, and no blanks.</source>
        <translation>密钥由字母、数字和符号组成，不含空格。</translation>
    </message>
    <message>
        <source>You have no tool servers yet: add one, or import those of another program on this machine.</source>
        <translation>您还没有工具服务器：请添加一个，或导入此机器上其他程序的服务器。</translation>
    </message>
    <message>
        <source>The model then reads {tokens} again.</source>
        <translation>模型将重新读取 {tokens}。</translation>
    </message>
    <message>
        <source>The model then reads {tokens} again: {time}.</source>
        <translation>模型将重新读取 {tokens}：{time}。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Change the tools of this chat?</source>
        <translation>要更改此对话的工具吗？</translation>
    </message>
    <message>
        <source>this model cannot use them</source>
        <translation>此模型无法使用它们</translation>
    </message>
    <message>
        <source>What the tool does</source>
        <translation>工具的作用</translation>
    </message>
    <message>
        <source>Tool servers</source>
        <translation>工具服务器</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Search and folder…</source>
        <translation>搜索和文件夹…</translation>
    </message>
    <message>
        <source>Permissions…</source>
        <translation>权限…</translation>
    </message>
    <message>
        <source>Log…</source>
        <translation>日志…</translation>
    </message>
    <message>
        <source>What a model may call in a chat. Hearth starts a server only when you have seen and allowed its command, and asks before each call unless you allowed it.</source>
        <translation>模型在聊天中可以调用的内容。只有您看过并允许其命令之后，Hearth 才会启动服务器；除非您已允许，否则每次调用前都会询问。</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Allow and start…</source>
        <translation>允许并启动…</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>Hearth has not started it: it first shows you what it would start.</source>
        <translation>Hearth 尚未启动它：会先向您显示将启动的内容。</translation>
    </message>
    <message>
        <source>It is not what you allowed. Hearth shows you first what it would start.</source>
        <translation>它与您允许的不同。Hearth 会先向您显示将启动的内容。</translation>
    </message>
    <message>
        <source>It may have to be downloaded first, which can take a minute.</source>
        <translation>可能需要先下载，这会花费一分钟左右。</translation>
    </message>
    <message>
        <source>It has no tools.</source>
        <translation>它没有工具。</translation>
    </message>
    <message>
        <source>Hearth starts it when a chat needs its tools.</source>
        <translation>当聊天需要其工具时，Hearth 会启动它。</translation>
    </message>
    <message>
        <source>Hearth ends it, forgets what you allowed it, and removes its keys from the {keyring}. Chats keep what it has answered.</source>
        <translation>Hearth 会结束它，忘记您对它的许可，并从{keyring}中移除它的密钥。聊天会保留它的回答。</translation>
    </message>
    <message>
        <source>Removed {name}</source>
        <translation>已移除 {name}</translation>
    </message>
    <message>
        <source>Added: {n}. Hearth asks before it starts one.</source>
        <translation>已添加：{n}。启动前 Hearth 会询问您。</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>Log of {server}</source>
        <translation>{server} 的日志</translation>
    </message>
    <message>
        <source>Arguments of the call</source>
        <translation>调用的参数</translation>
    </message>
    <message>
        <source>These arguments are not a JSON object.</source>
        <translation>这些参数不是 JSON 对象。</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>在此对话中允许</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>Don&apos;t allow</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>The model wants to use: {tool}</source>
        <translation>模型想使用：{tool}</translation>
    </message>
    <message>
        <source>Always allow {site}</source>
        <translation>始终允许 {site}</translation>
    </message>
    <message>
        <source>Never ask again, until this tool changes</source>
        <translation>不再询问，直到此工具发生变化</translation>
    </message>
    <message>
        <source>The server {server} gets this: {origin}</source>
        <translation>以下内容将交给服务器 {server}：{origin}</translation>
    </message>
    <message>
        <source>Hearth contacts {site} for it.</source>
        <translation>Hearth 将为此联系 {site}。</translation>
    </message>
    <message>
        <source>It reads in your folder {folder}.</source>
        <translation>它会读取您的文件夹 {folder}。</translation>
    </message>
    <message>
        <source>This tool has changed since you allowed it.</source>
        <translation>自您允许以来，此工具已发生变化。</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>计算器</translation>
    </message>
    <message>
        <source>Search in chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Search in documents</source>
        <translation>搜索文档</translation>
    </message>
    <message>
        <source>Read documents</source>
        <translation>读取文档</translation>
    </message>
    <message>
        <source>Read files</source>
        <translation>读取文件</translation>
    </message>
    <message>
        <source>Fetch web pages</source>
        <translation>获取网页</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>网页搜索</translation>
    </message>
    <message>
        <source>Run Python</source>
        <translation>运行 Python</translation>
    </message>
    <message>
        <source>{tool}: {given}</source>
        <translation>{tool}：{given}</translation>
    </message>
    <message>
        <source>Hearth could not write the page for your browser ({reason}).</source>
        <translation>Hearth 无法写入供您的浏览器打开的网页（{reason}）。</translation>
    </message>
    <message>
        <source>Nothing was opened.</source>
        <translation>未打开任何内容。</translation>
    </message>
    <message>
        <source>Free some space, or make the cache folder writable.</source>
        <translation>请释放一些空间，或将缓存文件夹设为可写。</translation>
    </message>
    <message>
        <source>Nothing was imported, and your projects and chats are unchanged.</source>
        <translation>未导入任何内容，您的项目和聊天均未更改。</translation>
    </message>
    <message>
        <source>Your projects and chats are unchanged.</source>
        <translation>您的项目和聊天均未更改。</translation>
    </message>
    <message>
        <source>“{name}” is not a project that Hearth can read.</source>
        <translation>“{name}”不是 Hearth 能读取的项目。</translation>
    </message>
    <message>
        <source>Choose a project from Hearth, a character card (PNG, WebP, JPEG, JSON or CHARX), a preset from LM Studio, or a model exported from Open WebUI.</source>
        <translation>请选择 Hearth 项目、角色卡（PNG、WebP、JPEG、JSON 或 CHARX）、LM Studio 预设，或从 Open WebUI 导出的模型。</translation>
    </message>
    <message>
        <source>The picture “{name}” contains no character card.</source>
        <translation>图片“{name}”中没有角色卡。</translation>
    </message>
    <message>
        <source>Get the original file again: many websites and messengers remove the card from a picture.</source>
        <translation>请重新获取原始文件：许多网站和聊天软件会删除图片中的角色卡。</translation>
    </message>
    <message>
        <source>Download or export it again, then choose the new file.</source>
        <translation>请重新下载或导出，然后选择新文件。</translation>
    </message>
    <message>
        <source>“{name}” is too large, or unpacks to too much.</source>
        <translation>“{name}”过大，或解压后过大。</translation>
    </message>
    <message>
        <source>Choose a file of at most {limit} MB.</source>
        <translation>请选择不超过 {limit} MB 的文件。</translation>
    </message>
    <message>
        <source>“{name}” was exported by a newer version of Hearth.</source>
        <translation>“{name}”由更新版本的 Hearth 导出。</translation>
    </message>
    <message>
        <source>Install the newest version of Hearth, then import the file again.</source>
        <translation>请安装最新版本的 Hearth，然后重新导入该文件。</translation>
    </message>
    <message>
        <source>The project’s instructions are longer than {limit} characters.</source>
        <translation>项目指令超过 {limit} 个字符。</translation>
    </message>
    <message>
        <source>Shorten the instructions, or attach the long part as a document.</source>
        <translation>请缩短指令，或将较长的部分作为文档添加。</translation>
    </message>
    <message>
        <source>The project has too many opening messages, or one of them is too long.</source>
        <translation>项目的开场消息过多，或其中一条过长。</translation>
    </message>
    <message>
        <source>Keep at most {limit} opening messages with at most {chars} characters each.</source>
        <translation>最多保留 {limit} 条开场消息，每条不超过 {chars} 个字符。</translation>
    </message>
    <message>
        <source>The project’s lore has too many entries or is too long.</source>
        <translation>项目的背景知识条目过多或内容过长。</translation>
    </message>
    <message>
        <source>Keep at most {limit} entries with at most {chars} characters in total.</source>
        <translation>最多保留 {limit} 个条目，总计不超过 {chars} 个字符。</translation>
    </message>
    <message>
        <source>The project has too many documents or tools.</source>
        <translation>项目的文档或工具过多。</translation>
    </message>
    <message>
        <source>Keep at most {limit} of each.</source>
        <translation>每种最多保留 {limit} 个。</translation>
    </message>
    <message>
        <source>Hearth cannot use the project’s picture.</source>
        <translation>Hearth 无法使用项目的图片。</translation>
    </message>
    <message>
        <source>Choose another picture: a PNG, JPEG or WebP file.</source>
        <translation>请选择其他图片：PNG、JPEG 或 WebP 文件。</translation>
    </message>
    <message>
        <source>Hearth could not read {path} ({reason}).</source>
        <translation>Hearth 无法读取 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>Nothing was done or changed.</source>
        <translation>未执行任何操作，也未作任何更改。</translation>
    </message>
    <message>
        <source>Check the path, and that you may read the file.</source>
        <translation>请检查路径以及您是否有权读取该文件。</translation>
    </message>
    <message>
        <source>Hearth could not write {path} ({reason}).</source>
        <translation>Hearth 无法写入 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>The project is unchanged.</source>
        <translation>项目未更改。</translation>
    </message>
    <message>
        <source>Choose another place, or free some space.</source>
        <translation>请选择其他位置，或释放一些空间。</translation>
    </message>
    <message>
        <source>Leave project</source>
        <translation>离开项目</translation>
    </message>
    <message>
        <source>Start a chat without this project</source>
        <translation>开始不属于此项目的对话</translation>
    </message>
    <message>
        <source>Update this chat</source>
        <translation>更新此对话</translation>
    </message>
    <message>
        <source>Use the project as it is now</source>
        <translation>使用项目当前的内容</translation>
    </message>
    <message>
        <source>Project {name}</source>
        <translation>项目 {name}</translation>
    </message>
    <message>
        <source>1 document</source>
        <translation>1 个文档</translation>
    </message>
    <message>
        <source>{n} documents</source>
        <translation>{n} 个文档</translation>
    </message>
    <message>
        <source>not found: {names}</source>
        <translation>未找到：{names}</translation>
    </message>
    <message>
        <source>The project has changed since this chat began.</source>
        <translation>此对话开始后，项目已更改。</translation>
    </message>
    <message>
        <source>Please fill this in.</source>
        <translation>请填写此项。</translation>
    </message>
    <message>
        <source>Write the date like this: 2026-12-31.</source>
        <translation>请按此格式填写日期：2026-12-31。</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>这不是数字。</translation>
    </message>
    <message>
        <source>The smallest number here is {n}.</source>
        <translation>此处最小可填 {n}。</translation>
    </message>
    <message>
        <source>The largest number here is {n}.</source>
        <translation>此处最大可填 {n}。</translation>
    </message>
    <message>
        <source>“{name}” needs options such as {options}.</source>
        <translation>“{name}”需要选项，例如 {options}。</translation>
    </message>
    <message>
        <source>Hearth does not understand “{said}” in “{name}”.</source>
        <translation>Hearth 无法理解“{name}”中的“{said}”。</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Summarise the text below {{length | select:options=[&quot;in one sentence&quot;,&quot;in three bullet points&quot;,&quot;in one paragraph&quot;]:default=&quot;in three bullet points&quot;}}. Keep names, numbers and dates as they are, and add nothing that the text does not say.

{{text | textarea:placeholder=&quot;Paste the text here&quot;:required}}</source>
        <translation>请将下面的文本总结为{{长度 | select:options=[&quot;一句话&quot;,&quot;三个要点&quot;,&quot;一段话&quot;]:default=&quot;三个要点&quot;}}。人名、数字和日期保持不变，不要添加文本中没有的内容。

{{文本 | textarea:placeholder=&quot;在此粘贴文本&quot;:required}}</translation>
    </message>
    <message>
        <source>Rewrite</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Rewrite the text below so that it sounds {{tone | select:options=[&quot;friendly&quot;,&quot;formal&quot;,&quot;factual&quot;,&quot;relaxed&quot;,&quot;confident&quot;]:default=&quot;friendly&quot;}}. Keep its meaning, its language and roughly its length. Answer with the new text only.

{{text | textarea:placeholder=&quot;Paste the text here&quot;:required}}</source>
        <translation>请用{{语气 | select:options=[&quot;友好&quot;,&quot;正式&quot;,&quot;客观&quot;,&quot;轻松&quot;,&quot;自信&quot;]:default=&quot;友好&quot;}}的语气改写下面的文本。保持原意、原来的语言和大致的长度。只回答改写后的文本。

{{文本 | textarea:placeholder=&quot;在此粘贴文本&quot;:required}}</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Translate the text below into {{language | text:placeholder=&quot;French&quot;:required}}. Keep its tone and its layout. Answer with the translation only.

{{text | textarea:placeholder=&quot;Paste the text here&quot;:required}}</source>
        <translation>请将下面的文本翻译成{{语言 | text:placeholder=&quot;英语&quot;:required}}。保持原文的语气和排版。只回答译文。

{{文本 | textarea:placeholder=&quot;在此粘贴文本&quot;:required}}</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>解释</translation>
    </message>
    <message>
        <source>Explain {{topic | text:placeholder=&quot;How a heat pump works&quot;:required}} to {{reader | select:options=[&quot;a child&quot;,&quot;a beginner&quot;,&quot;a student&quot;,&quot;an expert&quot;]:default=&quot;a beginner&quot;}}. Begin with the main idea in one sentence, give an example, and say what people often get wrong.</source>
        <translation>请向{{读者 | select:options=[&quot;孩子&quot;,&quot;初学者&quot;,&quot;学生&quot;,&quot;专家&quot;]:default=&quot;初学者&quot;}}解释：{{主题 | text:placeholder=&quot;热泵的工作原理&quot;:required}}。先用一句话说明核心思想，再举一个例子，并指出人们常见的误解。</translation>
    </message>
    <message>
        <source>Reply to an e-mail</source>
        <translation>回复邮件</translation>
    </message>
    <message>
        <source>Draft a reply to the e-mail below, in the language of that e-mail. Make it {{tone | select:options=[&quot;friendly&quot;,&quot;formal&quot;,&quot;brief&quot;]:default=&quot;friendly&quot;}}. Put names that you do not know in square brackets.

What I want to say: {{my answer | textarea:placeholder=&quot;Thursday, but only after three&quot;:required}}

The e-mail:
{{e-mail | textarea:placeholder=&quot;Paste the e-mail here&quot;:required}}</source>
        <translation>请用下面这封邮件的语言起草一封回复，语气要{{语气 | select:options=[&quot;友好&quot;,&quot;正式&quot;,&quot;简短&quot;]:default=&quot;友好&quot;}}。不清楚的名字请放在方括号中。

我想说：{{我的回复 | textarea:placeholder=&quot;周四可以，但要三点以后&quot;:required}}

邮件内容：
{{邮件 | textarea:placeholder=&quot;在此粘贴邮件&quot;:required}}</translation>
    </message>
    <message>
        <source>Update this chat to the project as it is now?</source>
        <translation>要将此对话更新为项目的当前内容吗？</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
</context>
</TS>
