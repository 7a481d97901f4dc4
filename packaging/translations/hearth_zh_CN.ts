<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>A recovery of your chats was cut off.</source>
        <translation>上一次聊天恢复被中断。</translation>
    </message>
    <message>
        <source>Hearth ends it at the next start.</source>
        <translation>Hearth 会在下次启动时完成恢复。</translation>
    </message>
    <message>
        <source>The file with your chats cannot be opened ({path}).</source>
        <translation>无法打开聊天数据文件（{path}）。</translation>
    </message>
    <message>
        <source>Close programs that may use it, and allow reading and writing it.</source>
        <translation>请关闭可能正在使用该文件的程序，并允许读写该文件。</translation>
    </message>
    <message>
        <source>Your chats are sound.</source>
        <translation>聊天数据完好。</translation>
    </message>
    <message>
        <source>{n} backups lie beside them.</source>
        <translation>聊天数据文件旁边有 {n} 个备份。</translation>
    </message>
    <message>
        <source>The search index cannot be read.</source>
        <translation>无法读取搜索索引。</translation>
    </message>
    <message>
        <source>The search index is damaged; no chat is.</source>
        <translation>搜索索引已损坏，聊天没有受影响。</translation>
    </message>
    <message>
        <source>Messages that are still to be indexed: {n}</source>
        <translation>尚待编入索引的消息：{n}</translation>
    </message>
    <message>
        <source>Hearth does it while it is open.</source>
        <translation>Hearth 打开期间会自动完成。</translation>
    </message>
    <message>
        <source>The search index is sound.</source>
        <translation>搜索索引完好。</translation>
    </message>
    <message>
        <source>Search once in the window: Hearth makes a damaged index anew from the chats.</source>
        <translation>请在窗口中搜索一次：Hearth 会根据聊天重新建立损坏的索引。</translation>
    </message>
    <message>
        <source>The file with your chats is gone ({path}); backups are there.</source>
        <translation>聊天数据文件不见了（{path}），但备份仍在。</translation>
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
        <source>Close Hearth and run `hearth doctor --recover`: it writes what can be read, and what a backup has, into a new file, and keeps the damaged one.</source>
        <translation>请关闭 Hearth 并运行 `hearth doctor --recover`：它会将可读取的内容和备份中的内容写入新文件，并保留损坏的文件。</translation>
    </message>
    <message>
        <source>Nothing is stored of the memory of chats.</source>
        <translation>没有已存储的聊天记忆。</translation>
    </message>
    <message>
        <source>The stored memory cannot be opened.</source>
        <translation>无法打开已存储的聊天记忆。</translation>
    </message>
    <message>
        <source>{n} files of stored memory are damaged.</source>
        <translation>{n} 个聊天记忆文件已损坏。</translation>
    </message>
    <message>
        <source>`hearth cache verify` takes them away; the chats are read again then.</source>
        <translation>`hearth cache verify` 会将其清除，之后会重新读取相应的聊天。</translation>
    </message>
    <message>
        <source>The stored memory is sound ({n} files).</source>
        <translation>已存储的聊天记忆完好（{n} 个文件）。</translation>
    </message>
    <message>
        <source>Make the folder readable, or take it out of the settings.</source>
        <translation>请将该文件夹设为可读，或从设置中移除。</translation>
    </message>
    <message>
        <source>{n} models were found.</source>
        <translation>找到 {n} 个模型。</translation>
    </message>
    <message>
        <source>The index of model files cannot be read.</source>
        <translation>无法读取模型文件的索引。</translation>
    </message>
    <message>
        <source>It is built again by itself.</source>
        <translation>索引会自动重建。</translation>
    </message>
    <message>
        <source>The file with your settings cannot be read.</source>
        <translation>无法读取设置文件。</translation>
    </message>
    <message>
        <source>Mend it by hand, or Hearth keeps it beside a new one at the next start.</source>
        <translation>请手动修复；否则 Hearth 会在下次启动时新建设置文件，并将原文件保留在旁边。</translation>
    </message>
    <message>
        <source>Your settings can be read.</source>
        <translation>设置可以正常读取。</translation>
    </message>
    <message>
        <source>The folder with your chats cannot be asked for its room.</source>
        <translation>无法查询聊天所在文件夹的可用空间。</translation>
    </message>
    <message>
        <source>Only {n} GB are free where your chats are.</source>
        <translation>聊天所在的磁盘仅剩 {n} GB 可用空间。</translation>
    </message>
    <message>
        <source>Free some space: no weekly backup is made without it.</source>
        <translation>请释放一些空间，否则无法进行每周备份。</translation>
    </message>
    <message>
        <source>{n} GB are free.</source>
        <translation>可用空间为 {n} GB。</translation>
    </message>
    <message>
        <source>No crash is on record.</source>
        <translation>没有崩溃记录。</translation>
    </message>
    <message>
        <source>The last crash was on {day}.</source>
        <translation>最近一次崩溃发生于 {day}。</translation>
    </message>
    <message>
        <source>If it comes again, report it with this file: {file}</source>
        <translation>如果再次崩溃，请附上此文件进行报告：{file}</translation>
    </message>
    <message>
        <source>llama.cpp could not list the devices of this machine.</source>
        <translation>llama.cpp 无法列出此计算机上的设备。</translation>
    </message>
    <message>
        <source>`hearth self-test` finds out which configuration is safe.</source>
        <translation>`hearth self-test` 可以查明哪种配置是安全的。</translation>
    </message>
    <message>
        <source>llama.cpp computes with: {names}.</source>
        <translation>llama.cpp 使用以下设备计算：{names}。</translation>
    </message>
    <message>
        <source>The self-test has switched some of it off on this machine.</source>
        <translation>自检已在此计算机上停用其中一部分。</translation>
    </message>
    <message>
        <source>`hearth hardware` shows what and why.</source>
        <translation>`hearth hardware` 会显示停用了什么以及原因。</translation>
    </message>
    <message>
        <source>{n_chats} chats with {n_messages} messages are back.</source>
        <translation>已找回 {n_chats} 个聊天，共 {n_messages} 条消息。</translation>
    </message>
    <message>
        <source>{n} of these messages come from the backup of {day}.</source>
        <translation>其中 {n} 条消息来自 {day} 的备份。</translation>
    </message>
    <message>
        <source>The backup of {day} was used.</source>
        <translation>已使用 {day} 的备份。</translation>
    </message>
    <message>
        <source>{n} messages have lost some letters.</source>
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
        <source>{n} chats have lost their titles or more.</source>
        <translation>{n} 个聊天丢失了标题或其他信息。</translation>
    </message>
    <message>
        <source>More may be missing; the damaged file does not say how much.</source>
        <translation>可能还缺少更多内容；损坏的文件无法表明缺少多少。</translation>
    </message>
    <message>
        <source>Nothing is missing.</source>
        <translation>没有内容缺失。</translation>
    </message>
    <message>
        <source>The damaged file is kept as {file}. It still holds your words; delete it when you no longer need it.</source>
        <translation>损坏的文件保留为 {file}。其中仍有您写过的内容，不再需要时可将其删除。</translation>
    </message>
    <message>
        <source>This chat no longer exists.</source>
        <translation>此聊天已不存在。</translation>
    </message>
    <message>
        <source>It was deleted for good; the other chats are untouched.</source>
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
        <source>It was deleted; nothing else was changed.</source>
        <translation>它已被删除，其他内容未更改。</translation>
    </message>
    <message>
        <source>Open the chat again to see what it holds now.</source>
        <translation>请重新打开聊天以查看当前内容。</translation>
    </message>
    <message>
        <source>This picture or sound is no longer there.</source>
        <translation>此图片或声音已不存在。</translation>
    </message>
    <message>
        <source>Its message, and everything else in the chat, is unchanged.</source>
        <translation>它所在的消息以及聊天中的其他内容均未改变。</translation>
    </message>
    <message>
        <source>Open the chat again to see what it has now.</source>
        <translation>请重新打开聊天，查看现在的内容。</translation>
    </message>
    <message>
        <source>A backup of your chats cannot be changed ({backup}).</source>
        <translation>无法更改一个聊天备份（{backup}）。</translation>
    </message>
    <message>
        <source>It still holds what you deleted, so that was not deleted for good yet.</source>
        <translation>其中仍有您删除的内容，因此尚未永久删除。</translation>
    </message>
    <message>
        <source>Make the file writable, or delete it; Hearth tries again at the next start.</source>
        <translation>请将该文件设为可写，或将其删除；Hearth 会在下次启动时重试。</translation>
    </message>
    <message>
        <source>What you chose for the stored memory of single chats cannot be read ({path}).</source>
        <translation>无法读取您为各个聊天选择的记忆存储方式（{path}）。</translation>
    </message>
    <message>
        <source>Your chats were not opened, so that no choice is lost; nothing was changed.</source>
        <translation>为避免丢失这些选择，未打开聊天；未做任何更改。</translation>
    </message>
    <message>
        <source>Make the file readable, or delete it if you chose nothing there.</source>
        <translation>请将该文件设为可读；如果从未做过此类选择，可将其删除。</translation>
    </message>
    <message>
        <source>Another Hearth window is using these chats ({path}).</source>
        <translation>另一个 Hearth 窗口正在使用这些聊天（{path}）。</translation>
    </message>
    <message>
        <source>Nothing was changed; two at once could damage them.</source>
        <translation>未做任何更改；同时使用可能会损坏聊天。</translation>
    </message>
    <message>
        <source>Use the other window, or close it and start Hearth again.</source>
        <translation>请使用另一个窗口，或将其关闭后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Another program keeps the file with your chats busy ({path}).</source>
        <translation>另一个程序正占用聊天数据文件（{path}）。</translation>
    </message>
    <message>
        <source>The last change could not be saved; everything saved before is safe.</source>
        <translation>最近一次更改未能保存；之前保存的内容均安全。</translation>
    </message>
    <message>
        <source>Close programs that look into this file (a backup, a database viewer), then try again.</source>
        <translation>请关闭正在访问此文件的程序（备份软件、数据库查看器等），然后重试。</translation>
    </message>
    <message>
        <source>Your chats were saved by a newer version of Hearth ({path}).</source>
        <translation>这些聊天由更新版本的 Hearth 保存（{path}）。</translation>
    </message>
    <message>
        <source>They were left exactly as they are; this version cannot read them.</source>
        <translation>它们保持原样，此版本无法读取。</translation>
    </message>
    <message>
        <source>Let Hearth recover what can be read, here or with `hearth doctor --recover`.</source>
        <translation>可让 Hearth 恢复能够读取的内容：在此处操作，或使用 `hearth doctor --recover`。</translation>
    </message>
    <message>
        <source>Let Hearth recover what can be read, here or with `hearth doctor --recover`. A backup lies beside the file, too ({backup}).</source>
        <translation>可让 Hearth 恢复能够读取的内容：在此处操作，或使用 `hearth doctor --recover`。该文件旁边还有一个备份（{backup}）。</translation>
    </message>
    <message>
        <source>The file with your chats is damaged or not one of Hearth&apos;s ({path}).</source>
        <translation>聊天数据文件已损坏，或不是 Hearth 的文件（{path}）。</translation>
    </message>
    <message>
        <source>Nothing in it was overwritten; chats may be missing until it is put right.</source>
        <translation>其中的内容未被覆盖；修复之前，聊天可能会有缺失。</translation>
    </message>
    <message>
        <source>Hearth cannot write to the disk with your chats ({path}): it is full, over its quota, or failing.</source>
        <translation>Hearth 无法写入聊天所在的磁盘（{path}）：已满、超出配额或出现故障。</translation>
    </message>
    <message>
        <source>Free some space. Hearth then saves answers by itself; send again what was not sent.</source>
        <translation>请释放一些空间。之后 Hearth 会自动保存回答；未发送的内容请重新发送。</translation>
    </message>
    <message>
        <source>The disk cannot read the file with your chats ({path}).</source>
        <translation>磁盘无法读取聊天数据文件（{path}）。</translation>
    </message>
    <message>
        <source>Chats on that part of the disk cannot be shown; nothing was changed.</source>
        <translation>位于该部分磁盘上的聊天无法显示；未做任何更改。</translation>
    </message>
    <message>
        <source>Copy that file to another disk now, and have this disk checked.</source>
        <translation>请立即将该文件复制到其他磁盘，并检查此磁盘。</translation>
    </message>
    <message>
        <source>The file with your chats is write-protected ({path}).</source>
        <translation>聊天数据文件受写保护（{path}）。</translation>
    </message>
    <message>
        <source>Nothing was changed, but nothing new could be saved.</source>
        <translation>未做任何更改，但也无法保存新内容。</translation>
    </message>
    <message>
        <source>Allow writing to that file and its folder, then start Hearth again.</source>
        <translation>请允许写入该文件及其文件夹，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>The file with your chats is damaged: parts of it cannot be read.</source>
        <translation>聊天数据文件已损坏：部分内容无法读取。</translation>
    </message>
    <message>
        <source>The file with your chats is not one that Hearth has made.</source>
        <translation>该聊天数据文件不是由 Hearth 创建的。</translation>
    </message>
    <message>
        <source>Your chats were saved by a newer version of Hearth.</source>
        <translation>这些聊天由更新版本的 Hearth 保存。</translation>
    </message>
    <message>
        <source>{n} records of your chats belong to others that are gone.</source>
        <translation>{n} 条聊天记录所属的内容已不存在。</translation>
    </message>
    <message>
        <source>{n} of your chats or messages do not fit together.</source>
        <translation>{n} 个聊天或消息彼此不一致。</translation>
    </message>
    <message>
        <source>Your chats were not prepared for searching yet.</source>
        <translation>聊天尚未做好搜索准备。</translation>
    </message>
    <message>
        <source>Nothing was searched and nothing was changed.</source>
        <translation>未进行搜索，也未做任何更改。</translation>
    </message>
    <message>
        <source>Start Hearth once; it prepares them while you work.</source>
        <translation>请启动一次 Hearth；它会在您使用期间完成准备。</translation>
    </message>
    <message>
        <source>The search index is damaged.</source>
        <translation>搜索索引已损坏。</translation>
    </message>
    <message>
        <source>Your chats are not affected; only searching is.</source>
        <translation>聊天不受影响，仅搜索受影响。</translation>
    </message>
    <message>
        <source>Hearth builds it again while it is open. Search again in a moment.</source>
        <translation>Hearth 会在打开期间重建索引。请稍后再搜索。</translation>
    </message>
    <message>
        <source>This chat is still answering.</source>
        <translation>此聊天仍在回答中。</translation>
    </message>
    <message>
        <source>Your message was not sent; it is kept.</source>
        <translation>消息未发送，已为您保留。</translation>
    </message>
    <message>
        <source>Wait for the answer or stop it, then send again.</source>
        <translation>请等待回答完成或停止回答，然后重新发送。</translation>
    </message>
    <message>
        <source>There is no answer here to do that with.</source>
        <translation>这里没有可进行此操作的回答。</translation>
    </message>
    <message>
        <source>The part of llama.cpp that knows chat formats is not installed.</source>
        <translation>未安装 llama.cpp 中识别聊天格式的部分。</translation>
    </message>
    <message>
        <source>Thinking is told apart by the commonest marks only.</source>
        <translation>只能通过最常见的标记识别思考内容。</translation>
    </message>
    <message>
        <source>Install Hearth from its package, or with its own make.</source>
        <translation>请通过软件包或 Hearth 自带的 make 安装。</translation>
    </message>
    <message>
        <source>llama.cpp does not understand this model&apos;s chat template.</source>
        <translation>llama.cpp 无法理解此模型的聊天模板。</translation>
    </message>
    <message>
        <source>Its thinking and its calls of tools are not told apart.</source>
        <translation>无法区分其思考内容和工具调用。</translation>
    </message>
    <message>
        <source>Nothing needs to be done to chat with it.</source>
        <translation>与其聊天无需任何操作。</translation>
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
        <source>It was not sent; it is in the field of its chat.</source>
        <translation>消息未发送，仍在该聊天的输入框中。</translation>
    </message>
    <message>
        <source>Shorten it, leave out the beginning of the chat, or open the model with a larger context.</source>
        <translation>请缩短消息、省略聊天的开头部分，或使用更大的上下文打开模型。</translation>
    </message>
    <message>
        <source>There is nothing before the last message that could be left out.</source>
        <translation>最后一条消息之前没有可省略的内容。</translation>
    </message>
    <message>
        <source>Shorten the message or what is attached to it, or open the model with a larger context.</source>
        <translation>请缩短消息或附件，或使用更大的上下文打开模型。</translation>
    </message>
    <message>
        <source>Your last message, with what was answered so far, does not fit by itself: {n_total} of {n_ctx} tokens.</source>
        <translation>您的上一条消息连同已有回答本身就放不下：{n_total} / {n_ctx} 个 token。</translation>
    </message>
    <message>
        <source>Nothing was left out and nothing is lost.</source>
        <translation>没有略去任何内容，也没有丢失。</translation>
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
        <source>The oldest messages could not be summarised.</source>
        <translation>无法总结最早的消息。</translation>
    </message>
    <message>
        <source>Nothing was left out, and nothing is lost.</source>
        <translation>没有略去任何内容，也没有丢失。</translation>
    </message>
    <message>
        <source>Leave them out without a summary, or try again.</source>
        <translation>不写摘要直接略去，或重试。</translation>
    </message>
    <message>
        <source>The last answer of this chat could not be saved yet.</source>
        <translation>此聊天的最后一个回答尚未保存。</translation>
    </message>
    <message>
        <source>Your message was not sent; it is kept, and so is the answer.</source>
        <translation>消息未发送；消息和回答均已保留。</translation>
    </message>
    <message>
        <source>Free some space on the disk; Hearth saves by itself, then send again.</source>
        <translation>请释放一些磁盘空间；Hearth 会自动保存，之后请重新发送。</translation>
    </message>
    <message>
        <source>The part of Hearth that runs the model has stopped.</source>
        <translation>Hearth 中运行模型的部分已停止。</translation>
    </message>
    <message>
        <source>Your message is kept and can be answered after a restart.</source>
        <translation>消息已保留，重新启动后即可回答。</translation>
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
        <source>This was not done any more; everything saved before is safe.</source>
        <translation>此操作未能执行；之前保存的内容均安全。</translation>
    </message>
    <message>
        <source>Start Hearth again and repeat it.</source>
        <translation>请重新启动 Hearth，然后再次操作。</translation>
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
        <source>The chat template of this model failed: {message}</source>
        <translation>此模型的聊天模板出错：{message}</translation>
    </message>
    <message>
        <source>Nothing was sent to the model; your message is kept.</source>
        <translation>未向模型发送任何内容；消息已保留。</translation>
    </message>
    <message>
        <source>Write another chat template in the settings of this model, or open another version of the model.</source>
        <translation>请在此模型的设置中改写聊天模板，或打开该模型的其他版本。</translation>
    </message>
    <message>
        <source>The model {path} needs {needed} GB of memory; this machine can give {limit} GB.</source>
        <translation>模型 {path} 需要 {needed} GB 内存，而此计算机最多可提供 {limit} GB。</translation>
    </message>
    <message>
        <source>Loading it would bring the machine to a standstill, so it was not loaded. Your chats are untouched.</source>
        <translation>加载它会使计算机陷入停顿，因此未加载。聊天未受影响。</translation>
    </message>
    <message>
        <source>Open a smaller model, a smaller quantisation of it, or a smaller context.</source>
        <translation>请打开更小的模型、该模型更小的量化版本，或使用更小的上下文。</translation>
    </message>
    <message>
        <source>How {path} fits this machine could not be found out.</source>
        <translation>无法判断此计算机能否运行 {path}。</translation>
    </message>
    <message>
        <source>llama.cpp gave up on the file. Nothing was loaded or changed.</source>
        <translation>llama.cpp 无法处理该文件。未加载或更改任何内容。</translation>
    </message>
    <message>
        <source>The file may be damaged: download it again, or try another one.</source>
        <translation>文件可能已损坏：请重新下载，或尝试其他文件。</translation>
    </message>
    <message>
        <source>The GPU failed at work.</source>
        <translation>GPU 在运行中出错。</translation>
    </message>
    <message>
        <source>What was said so far is kept. Your chats are untouched.</source>
        <translation>已生成的内容已保留。聊天未受影响。</translation>
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
        <source>Your message is kept and waits for an answer.</source>
        <translation>消息已保留，等待回答。</translation>
    </message>
    <message>
        <source>Open a model, then press Regenerate.</source>
        <translation>请打开模型，然后按“重新生成”。</translation>
    </message>
    <message>
        <source>The model is busy with other answers and has no room for this.</source>
        <translation>模型正忙于其他回答，没有空间处理此请求。</translation>
    </message>
    <message>
        <source>Try again when these answers have ended.</source>
        <translation>请在这些回答结束后重试。</translation>
    </message>
    <message>
        <source>Another model was loaded meanwhile.</source>
        <translation>期间加载了另一个模型。</translation>
    </message>
    <message>
        <source>What is shown here is what the model before would have said.</source>
        <translation>这里显示的是之前的模型可能会说的内容。</translation>
    </message>
    <message>
        <source>Try again to see what this one would say.</source>
        <translation>请重试，以查看当前模型会说什么。</translation>
    </message>
    <message>
        <source>What else the model would have said could not be found out.</source>
        <translation>无法得知模型还可能说什么。</translation>
    </message>
    <message>
        <source>Try again; if it fails again, load the model anew.</source>
        <translation>请重试；如果再次失败，请重新加载模型。</translation>
    </message>
    <message>
        <source>This chat has {n_prompt} tokens, but the model holds {n_ctx}.</source>
        <translation>此聊天有 {n_prompt} 个 token，而模型只能容纳 {n_ctx} 个。</translation>
    </message>
    <message>
        <source>Nothing was cut and nothing is lost; the model cannot answer here any more.</source>
        <translation>内容未被截断，也未丢失；但模型无法在此继续回答。</translation>
    </message>
    <message>
        <source>Start a new chat, or load the model with a larger context.</source>
        <translation>请新建聊天，或使用更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>{path} does not generate text; it is another kind of model.</source>
        <translation>{path} 不能生成文本，它是另一类模型。</translation>
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
        <source>{name} makes embeddings, and answers no chats.</source>
        <translation>{name} 用于生成嵌入向量，不能回答聊天。</translation>
    </message>
    <message>
        <source>Open a model made for chatting, then press Regenerate.</source>
        <translation>请打开用于聊天的模型，然后点击“重新生成”。</translation>
    </message>
    <message>
        <source>{name} makes no embeddings: it is a model for chatting.</source>
        <translation>{name} 不能生成嵌入向量：它是用于聊天的模型。</translation>
    </message>
    <message>
        <source>Nothing was embedded.</source>
        <translation>未生成任何嵌入向量。</translation>
    </message>
    <message>
        <source>Load a model made for embeddings.</source>
        <translation>请加载用于生成嵌入向量的模型。</translation>
    </message>
    <message>
        <source>Text {number} has {n_tokens} tokens; this model takes {most}.</source>
        <translation>第 {number} 段文本有 {n_tokens} 个词元；此模型最多接受 {most} 个。</translation>
    </message>
    <message>
        <source>Send it in shorter pieces.</source>
        <translation>请将其分成较短的片段发送。</translation>
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
        <source>Text {number} has the token {token}; those of this model are below {n_vocab}.</source>
        <translation>第 {number} 段文本含有词元 {token}；此模型的词元编号都小于 {n_vocab}。</translation>
    </message>
    <message>
        <source>Send text: tokens of another model mean something else here.</source>
        <translation>请发送文本：其他模型的词元在这里含义不同。</translation>
    </message>
    <message>
        <source>llama.cpp cannot compute on this machine: every self-test crashed.</source>
        <translation>llama.cpp 无法在此计算机上进行计算：所有自检均崩溃。</translation>
    </message>
    <message>
        <source>No model can be loaded. Your chats are untouched and can be read.</source>
        <translation>无法加载任何模型。聊天未受影响，仍可查看。</translation>
    </message>
    <message>
        <source>Reinstall llama-cpp-python as the README describes, or update the driver.</source>
        <translation>请按照 README 中的说明重新安装 llama-cpp-python，或更新驱动程序。</translation>
    </message>
    <message>
        <source>Another Hearth is using the stored memory of your chats.</source>
        <translation>另一个 Hearth 正在使用已存储的聊天记忆。</translation>
    </message>
    <message>
        <source>What is stored of this chat was not deleted yet; your choice is kept.</source>
        <translation>此聊天已存储的内容尚未删除；您的选择已保留。</translation>
    </message>
    <message>
        <source>Close the other one (it may be a `hearth cache` command), then try again.</source>
        <translation>请关闭另一个 Hearth（可能是 `hearth cache` 命令），然后重试。</translation>
    </message>
    <message>
        <source>The result of the self-test could not be deleted.</source>
        <translation>无法删除自检结果。</translation>
    </message>
    <message>
        <source>Hearth goes on with the configuration that it chose before.</source>
        <translation>Hearth 将继续使用之前选定的配置。</translation>
    </message>
    <message>
        <source>Delete the file {file} yourself, then open the model again.</source>
        <translation>请自行删除文件 {file}，然后重新打开模型。</translation>
    </message>
    <message>
        <source>What this answer begins with is not of the form that it is bound to.</source>
        <translation>此回答的开头不符合所要求的形式。</translation>
    </message>
    <message>
        <source>The model was not asked; the words are kept.</source>
        <translation>未向模型提问；文字已保留。</translation>
    </message>
    <message>
        <source>Change them, or the form of the answer in the settings of the chat, or regenerate the answer.</source>
        <translation>请更改这些文字，或在聊天设置中更改回答的形式，或重新生成回答。</translation>
    </message>
    <message>
        <source>The model has no word that fits the form of the answer here.</source>
        <translation>模型在此处没有符合回答形式的词。</translation>
    </message>
    <message>
        <source>The answer ends before it is complete; what was said is kept.</source>
        <translation>回答未完成即结束；已说的内容已保留。</translation>
    </message>
    <message>
        <source>Simplify the form of the answer in the settings of the chat.</source>
        <translation>请在聊天设置中简化回答的形式。</translation>
    </message>
    <message>
        <source>The answer ended before it was complete in the form that it is bound to.</source>
        <translation>回答在符合所要求的形式之前就结束了。</translation>
    </message>
    <message>
        <source>What was said is kept, but it is not valid as it is.</source>
        <translation>已说的内容已保留，但目前无效。</translation>
    </message>
    <message>
        <source>Press Continue, or allow longer answers in the settings of the chat first.</source>
        <translation>请按“继续”，或先在聊天设置中允许更长的回答。</translation>
    </message>
    <message>
        <source>Hearth does not know how this model calls tools.</source>
        <translation>Hearth 不知道此模型如何调用工具。</translation>
    </message>
    <message>
        <source>Nothing was asked.</source>
        <translation>没有提出任何问题。</translation>
    </message>
    <message>
        <source>Ask without tools, or choose a model that was made for them.</source>
        <translation>请不使用工具提问，或选择支持工具的模型。</translation>
    </message>
    <message>
        <source>The model is loaded without that machine, if the rest suffices.</source>
        <translation>如果其余部分足够，模型将不使用那台计算机加载。</translation>
    </message>
    <message>
        <source>This build of Hearth has no RPC backend, which other machines need.</source>
        <translation>此版本的 Hearth 没有其他计算机所需的 RPC 后端。</translation>
    </message>
    <message>
        <source>The model is loaded on this machine alone, if it suffices.</source>
        <translation>如果本机足够，模型将只在本机上加载。</translation>
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
        <source>Memory suffices for {n} of {n_wished} tokens.</source>
        <translation>内存只够容纳 {n} 个 token（期望 {n_wished} 个）。</translation>
    </message>
    <message>
        <source>The system does not let Hearth keep the whole model in memory for good.</source>
        <translation>系统不允许 Hearth 将整个模型锁定在内存中。</translation>
    </message>
    <message>
        <source>The GPU {name} is not there any more, so the processor computes.</source>
        <translation>GPU {name} 已不可用，因此改由处理器计算。</translation>
    </message>
    <message>
        <source>Your chats go on where they ended.</source>
        <translation>聊天可从上次结束处继续。</translation>
    </message>
    <message>
        <source>Its driver was removed or does not work; install it again to use the GPU.</source>
        <translation>其驱动程序已被移除或无法工作；要使用 GPU，请重新安装驱动程序。</translation>
    </message>
    <message>
        <source>Hearth was closed before the answer was finished.</source>
        <translation>回答完成之前 Hearth 已关闭。</translation>
    </message>
    <message>
        <source>What was said so far is kept.</source>
        <translation>已生成的内容已保留。</translation>
    </message>
    <message>
        <source>The engine, the part of Hearth that runs models, could not be started.</source>
        <translation>无法启动引擎（Hearth 中运行模型的部分）。</translation>
    </message>
    <message>
        <source>Nothing can be answered. Your chats are untouched.</source>
        <translation>无法进行回答。聊天未受影响。</translation>
    </message>
    <message>
        <source>Start Hearth again; if that does not help, install it again.</source>
        <translation>请重新启动 Hearth；如果仍无效，请重新安装。</translation>
    </message>
    <message>
        <source>The engine crashed.</source>
        <translation>引擎崩溃。</translation>
    </message>
    <message>
        <source>The engine crashed while it was loading a model.</source>
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
        <source>The engine stopped responding while it was loading a model.</source>
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
        <source>The model stopped while it was being loaded, probably because memory ran out.</source>
        <translation>模型在加载时停止，可能是因为内存不足。</translation>
    </message>
    <message>
        <source>The model stopped in the middle of an answer, probably because memory ran out.</source>
        <translation>模型在回答途中停止，可能是因为内存不足。</translation>
    </message>
    <message>
        <source>Hearth brings the model back by itself.</source>
        <translation>Hearth 会自动重新加载该模型。</translation>
    </message>
    <message>
        <source>Hearth loads the model again, without other machines from now on.</source>
        <translation>Hearth 会重新加载该模型，今后不再使用其他机器。</translation>
    </message>
    <message>
        <source>Hearth loads the model again, without repacked weights from now on.</source>
        <translation>Hearth 会重新加载该模型，今后不再重排权重。</translation>
    </message>
    <message>
        <source>Hearth loads the model again, with fewer layers on the GPU from now on.</source>
        <translation>Hearth 会重新加载该模型，今后在 GPU 上放置更少的层。</translation>
    </message>
    <message>
        <source>Hearth loads the model again, without the GPU from now on.</source>
        <translation>Hearth 会重新加载该模型，今后不再使用 GPU。</translation>
    </message>
    <message>
        <source>Hearth loads the model again, without flash attention from now on.</source>
        <translation>Hearth 会重新加载该模型，今后不再使用 Flash Attention。</translation>
    </message>
    <message>
        <source>The machine at {address} does not answer any more.</source>
        <translation>位于 {address} 的机器不再响应。</translation>
    </message>
    <message>
        <source>The machines at {names} do not answer any more.</source>
        <translation>位于 {names} 的机器不再响应。</translation>
    </message>
    <message>
        <source>Hearth loads the model again without it.</source>
        <translation>Hearth 会在不使用它的情况下重新加载模型。</translation>
    </message>
    <message>
        <source>Hearth loads the model again without them.</source>
        <translation>Hearth 会在不使用它们的情况下重新加载模型。</translation>
    </message>
    <message>
        <source>Your chats are untouched.</source>
        <translation>聊天未受影响。</translation>
    </message>
    <message>
        <source>Hearth starts the engine again, without a model. Open another model, or open this one again to give it another try.</source>
        <translation>Hearth 将重新启动引擎，但不加载模型。请打开其他模型，或重新打开此模型再试一次。</translation>
    </message>
    <message>
        <source>Hearth starts the engine again.</source>
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
        <source>It needs {needed} GB of memory, and no more than {limit} GB can be taken before this machine comes to a standstill.</source>
        <translation>需要 {needed} GB 内存，而最多只能占用 {limit} GB，否则此计算机会陷入停顿。</translation>
    </message>
    <message>
        <source>With room for an answer this chat takes {n_needed} tokens; the model was trained for {n_ctx}.</source>
        <translation>加上回答所需的空间，此聊天需要 {n_needed} 个 token；该模型的训练上下文为 {n_ctx} 个。</translation>
    </message>
    <message>
        <source>With room for an answer this chat takes {n_needed} tokens; memory suffices for {n_ctx}.</source>
        <translation>加上回答所需的空间，此聊天需要 {n_needed} 个 token；内存只够容纳 {n_ctx} 个。</translation>
    </message>
    <message>
        <source>Its settings keep it off the GPU; the processor computes.</source>
        <translation>按其设置不使用 GPU，由处理器计算。</translation>
    </message>
    <message>
        <source>It is limited to {n} of {n_layers} layers on the GPU.</source>
        <translation>GPU 上的层数限制为 {n} / {n_layers} 层。</translation>
    </message>
    <message>
        <source>It takes {needed} GB of memory, and {free} GB are free: other programs have to give way, and parts of the model may be read from the disk again and again.</source>
        <translation>需要 {needed} GB 内存，而可用内存为 {free} GB：其他程序须让出内存，模型的部分内容可能需要反复从磁盘读取。</translation>
    </message>
    <message>
        <source>It fits with a context of {n} tokens, and not with the {n_wished} that are wanted.</source>
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
        <source>The experts of {n} of {n_layers} layers stay with the processor; the rest fits on the GPU.</source>
        <translation>{n} / {n_layers} 层的专家留给处理器，其余部分可放入 GPU。</translation>
    </message>
    <message>
        <source>{n} of {n_layers} layers fit on the GPU; the rest runs slower.</source>
        <translation>{n} / {n_layers} 层可放入 GPU，其余部分运行较慢。</translation>
    </message>
    <message>
        <source>Your chats are where they were, and nothing is lost.</source>
        <translation>聊天仍在原处，没有丢失任何内容。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: you stopped it.</source>
        <translation>Hearth 的文件夹未移动：操作已被您停止。</translation>
    </message>
    <message>
        <source>Move it whenever you like.</source>
        <translation>可随时再次移动。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: it needs {needed} MB, and {free} MB are free there.</source>
        <translation>Hearth 的文件夹未移动：需要 {needed} MB，而目标位置可用空间为 {free} MB。</translation>
    </message>
    <message>
        <source>Make room on that disk, or choose a folder on another one.</source>
        <translation>请在该磁盘上腾出空间，或选择其他磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: it lies where Hearth was told to keep it when it was started.</source>
        <translation>Hearth 的文件夹未移动：它位于启动 Hearth 时指定的位置。</translation>
    </message>
    <message>
        <source>Close Hearth, move the folder yourself, and start Hearth with its new place.</source>
        <translation>请关闭 Hearth，自行移动该文件夹，然后以新位置启动 Hearth。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: the new folder is the old one or lies in it.</source>
        <translation>Hearth 的文件夹未移动：新文件夹就是原文件夹，或位于原文件夹之中。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: there are other files in {folder} already.</source>
        <translation>Hearth 的文件夹未移动：{folder} 中已有其他文件。</translation>
    </message>
    <message>
        <source>Choose an empty folder; Hearth mixes its files with no others.</source>
        <translation>请选择空文件夹；Hearth 不会将自己的文件与其他文件混放。</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: the disk is full.</source>
        <translation>Hearth 的文件夹未移动：磁盘已满。</translation>
    </message>
    <message>
        <source>Make room on it, or choose another.</source>
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
        <source>Choose a folder in which you may write, on a disk that works.</source>
        <translation>请选择有写入权限且磁盘工作正常的文件夹。</translation>
    </message>
    <message>
        <source>Not everything could be deleted: {file} ({reason}).</source>
        <translation>未能全部删除：{file}（{reason}）。</translation>
    </message>
    <message>
        <source>Not everything could be deleted: {file} and {n} more ({reason}).</source>
        <translation>未能全部删除：{file} 以及另外 {n} 个文件（{reason}）。</translation>
    </message>
    <message>
        <source>What could be deleted is gone; the rest is untouched.</source>
        <translation>能删除的均已删除，其余未受影响。</translation>
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
        <source>All else that you chose is gone; that folder is untouched.</source>
        <translation>您选择的其他内容均已删除；该文件夹未受影响。</translation>
    </message>
    <message>
        <source>If nothing in it is yours, delete the folder yourself.</source>
        <translation>如果其中没有您自己的文件，请自行删除该文件夹。</translation>
    </message>
    <message>
        <source>It cannot be used as a model; nothing was changed.</source>
        <translation>它无法用作模型；未做任何更改。</translation>
    </message>
    <message>
        <source>Download the file again; an interrupted download is the usual cause.</source>
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
        <source>The file {name} is not complete: it ends inside its header.</source>
        <translation>文件 {name} 不完整：在文件头中就结束了。</translation>
    </message>
    <message>
        <source>It is not complete: it ends inside its header.</source>
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
        <source>Choose the usual, little-endian file of this model.</source>
        <translation>请选择此模型常用的小端序文件。</translation>
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
        <source>The file {name} cannot be read ({reason}).</source>
        <translation>无法读取文件 {name}（{reason}）。</translation>
    </message>
    <message>
        <source>It cannot be read ({reason}).</source>
        <translation>无法读取（{reason}）。</translation>
    </message>
    <message>
        <source>Check that the file is there and that you may read it.</source>
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
        <source>Apple, where Metal is used by itself</source>
        <translation>Apple，自动使用 Metal</translation>
    </message>
    <message>
        <source>Any GPU with a Vulkan driver, with the Vulkan SDK installed</source>
        <translation>任意支持 Vulkan 驱动程序的 GPU，需安装 Vulkan SDK</translation>
    </message>
    <message>
        <source>What llama.cpp finds on this machine could not be found out.</source>
        <translation>无法查明 llama.cpp 在此计算机上找到了什么。</translation>
    </message>
    <message>
        <source>Models are loaded all the same, where that is safe.</source>
        <translation>在安全的情况下仍会加载模型。</translation>
    </message>
    <message>
        <source>Try again; if it stays so, a driver may be broken: update it.</source>
        <translation>请重试；如果问题依旧，可能是驱动程序损坏，请更新驱动程序。</translation>
    </message>
    <message>
        <source>It is no usual file.</source>
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
        <source>The archive has a password.</source>
        <translation>压缩包设有密码。</translation>
    </message>
    <message>
        <source>The archive unpacks to far more than it should, so it was not read on.</source>
        <translation>压缩包解压后的大小远超正常范围，因此未继续读取。</translation>
    </message>
    <message>
        <source>{path} cannot be written ({reason}).</source>
        <translation>无法写入 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>Your chats are unchanged; files that were written before are complete.</source>
        <translation>聊天未更改；之前已写入的文件是完整的。</translation>
    </message>
    <message>
        <source>Choose another folder, or make room on the disk, and export again.</source>
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
        <source>Choose another name, or say that the file is to be replaced.</source>
        <translation>请选择其他名称，或指明要替换该文件。</translation>
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
        <source>Name a chat that there is, or start one first.</source>
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
        <source>Make room on that disk and import the file again.</source>
        <translation>请在该磁盘上腾出空间，然后重新导入文件。</translation>
    </message>
    <message>
        <source>A picture or sound in the file could not be stored in {folder} ({reason}).</source>
        <translation>无法将文件中的图片或声音保存到 {folder}（{reason}）。</translation>
    </message>
    <message>
        <source>Choose an export of Hearth, ChatGPT, Claude, Open WebUI, Jan or LM Studio.</source>
        <translation>请选择由 Hearth、ChatGPT、Claude、Open WebUI、Jan 或 LM Studio 导出的文件。</translation>
    </message>
    <message>
        <source>Chats that were imported before are complete; the others are missing.</source>
        <translation>此前已导入的聊天是完整的；其余的缺失。</translation>
    </message>
    <message>
        <source>It has no list of messages.</source>
        <translation>没有消息列表。</translation>
    </message>
    <message>
        <source>No chat is in it.</source>
        <translation>其中没有聊天。</translation>
    </message>
    <message>
        <source>It cannot be read: {error}.</source>
        <translation>无法读取：{error}。</translation>
    </message>
    <message>
        <source>Something in it is nested too deeply.</source>
        <translation>其中部分内容嵌套过深。</translation>
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
        <source>The file is no valid JSON from some point on.</source>
        <translation>文件从某处起不是有效的 JSON。</translation>
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
        <source>Messages of an unknown role, kept as the user’s: {n}</source>
        <translation>未知角色的消息（视为用户消息保留）：{n}</translation>
    </message>
    <message>
        <source>Hidden messages of the other program, left out: {n}</source>
        <translation>其他程序的隐藏消息（已略过）：{n}</translation>
    </message>
    <message>
        <source>Messages without a usable time: {n}</source>
        <translation>没有可用时间的消息：{n}</translation>
    </message>
    <message>
        <source>Messages that followed none that is there: {n}</source>
        <translation>前一条消息缺失的消息：{n}</translation>
    </message>
    <message>
        <source>Pictures and sounds that could not be read, left out: {n}</source>
        <translation>因无法读取而略去的图片和声音：{n}</translation>
    </message>
    <message>
        <source>Pictures and sounds whose files did not come along: {n}</source>
        <translation>文件未随之而来的图片和声音：{n}</translation>
    </message>
    <message>
        <source>No chat of a known format is in it.</source>
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
        <source>It is no chat.</source>
        <translation>不是聊天。</translation>
    </message>
    <message>
        <source>It was written by a newer version of Hearth. Install the newest version.</source>
        <translation>由更新版本的 Hearth 写入。请安装最新版本。</translation>
    </message>
    <message>
        <source>It has no messages that Hearth knows.</source>
        <translation>没有 Hearth 能识别的消息。</translation>
    </message>
    <message>
        <source>Chats go on and are saved, but they will be read again from the start when reopened.</source>
        <translation>聊天可以继续并会保存，但重新打开时会从头读取。</translation>
    </message>
    <message>
        <source>Chats go on and are saved, and what is stored is used, but what is new in them will be read again when they are reopened.</source>
        <translation>聊天可以继续并会保存，已存储的内容也会使用，但其中的新内容会在重新打开时再次读取。</translation>
    </message>
    <message>
        <source>Hearth cannot use its cache folder {root} ({reason}).</source>
        <translation>Hearth 无法使用其缓存文件夹 {root}（{reason}）。</translation>
    </message>
    <message>
        <source>Make the folder writable or choose another one with --data-dir, then restart.</source>
        <translation>请将该文件夹设为可写，或使用 --data-dir 选择其他文件夹，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>The disk that holds {root} is almost full, so chats are no longer kept warm.</source>
        <translation>{root} 所在的磁盘即将用满，因此不再存储聊天记忆。</translation>
    </message>
    <message>
        <source>Free some disk space and restart Hearth.</source>
        <translation>请释放一些磁盘空间，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Less than {reserve} are free on the disk that holds {root}, so nothing more is stored there.</source>
        <translation>{root} 所在磁盘的可用空间少于 {reserve}，因此不再向其存储内容。</translation>
    </message>
    <message>
        <source>Free some disk space; storing then goes on by itself.</source>
        <translation>请释放一些磁盘空间，之后会自动继续存储。</translation>
    </message>
    <message>
        <source>Hearth has stored {limit} of conversation memory today, its limit.</source>
        <translation>Hearth 今天存储的聊天记忆已达 {limit} 的上限。</translation>
    </message>
    <message>
        <source>Storing goes on tomorrow; the limit can be raised under Conversation memory.</source>
        <translation>明天会继续存储；可在“聊天记忆”中提高上限。</translation>
    </message>
    <message>
        <source>The memory of this chat no longer fits the {limit} that Hearth may use.</source>
        <translation>此聊天的记忆已超出 Hearth 可用的 {limit}。</translation>
    </message>
    <message>
        <source>Allow more under Conversation memory, or unpin chats there.</source>
        <translation>请在“聊天记忆”中提高上限，或取消固定一些聊天。</translation>
    </message>
    <message>
        <source>Close it and try again; `hearth cache list` works meanwhile.</source>
        <translation>请将其关闭后重试；在此期间可使用 `hearth cache list`。</translation>
    </message>
    <message>
        <source>Stored memory in {root} could not be deleted ({reason}); files left: {n}.</source>
        <translation>无法删除 {root} 中已存储的聊天记忆（{reason}）；剩余文件：{n}。</translation>
    </message>
    <message>
        <source>They are not used any more, but they are still on the disk.</source>
        <translation>这些文件不再使用，但仍占用磁盘空间。</translation>
    </message>
    <message>
        <source>Close other programs that may use them; Hearth tries again at the next start.</source>
        <translation>请关闭可能正在使用这些文件的其他程序；Hearth 会在下次启动时重试。</translation>
    </message>
    <message>
        <source>What this model keeps of a chat takes {size}, and Hearth stores at most {limit} at once.</source>
        <translation>此模型为一个聊天保留的内容占用 {size}，而 Hearth 一次最多存储 {limit}。</translation>
    </message>
    <message>
        <source>Chats as long as this one are read again when opened; nothing is lost.</source>
        <translation>与此聊天一样长的聊天会在打开时重新读取；不会丢失任何内容。</translation>
    </message>
    <message>
        <source>Start a new chat now and then; shorter chats with this model are stored.</source>
        <translation>请适时新建聊天；使用此模型的较短聊天会被存储。</translation>
    </message>
    <message>
        <source>What was chosen for single chats ({path}) could not be read ({reason}).</source>
        <translation>无法读取为各个聊天所做的选择（{path}，{reason}）。</translation>
    </message>
    <message>
        <source>They are taken from your chats when the window opens. Until then no chat is pinned and none is switched off.</source>
        <translation>窗口打开时会从聊天中取回这些选择。在此之前，没有聊天的记忆被固定，也没有聊天关闭存储。</translation>
    </message>
    <message>
        <source>What was chosen for single chats could not be saved to {path} ({reason}).</source>
        <translation>无法将为各个聊天所做的选择保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>The choice holds until Hearth is closed.</source>
        <translation>该选择在 Hearth 关闭之前有效。</translation>
    </message>
    <message>
        <source>Make that file and its folder writable, or free some space.</source>
        <translation>请将该文件及其文件夹设为可写，或释放一些空间。</translation>
    </message>
    <message>
        <source>Hearth could not write to its cache folder {root} ({reason}).</source>
        <translation>Hearth 无法写入其缓存文件夹 {root}（{reason}）。</translation>
    </message>
    <message>
        <source>Check the disk and restart Hearth; the cache folder can be deleted safely.</source>
        <translation>请检查磁盘并重新启动 Hearth；缓存文件夹可以安全删除。</translation>
    </message>
    <message>
        <source>The index of stored chats {path} cannot be used.</source>
        <translation>无法使用已存储聊天的索引 {path}。</translation>
    </message>
    <message>
        <source>Its disk is full: free some space and restart Hearth.</source>
        <translation>其所在磁盘已满：请释放一些空间，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Restart Hearth; the index is then built again from the stored files.</source>
        <translation>请重新启动 Hearth，之后会根据已存储的文件重建索引。</translation>
    </message>
    <message>
        <source>Make the file readable, then start Hearth again.</source>
        <translation>请将该文件设为可读，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Correct or delete {path}.</source>
        <translation>请更正或删除 {path}。</translation>
    </message>
    <message>
        <source>Open the window; the file was moved to {broken}.</source>
        <translation>请打开窗口；该文件已移至 {broken}。</translation>
    </message>
    <message>
        <source>This copy of Hearth does not know which packages it needs.</source>
        <translation>此 Hearth 副本不知道自己依赖哪些软件包。</translation>
    </message>
    <message>
        <source>Their licences cannot be listed. Your chats are not concerned.</source>
        <translation>无法列出它们的许可证。这与聊天无关。</translation>
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
        <source>Check that the file was not moved or deleted, or open another model.</source>
        <translation>请检查该文件是否被移动或删除，或打开其他模型。</translation>
    </message>
    <message>
        <source>{path} is not a GGUF model file.</source>
        <translation>{path} 不是 GGUF 模型文件。</translation>
    </message>
    <message>
        <source>The file is damaged or not a model: choose another one, or download it again.</source>
        <translation>文件已损坏或不是模型：请选择其他文件，或重新下载。</translation>
    </message>
    <message>
        <source>The model file {path} is incomplete or damaged.</source>
        <translation>模型文件 {path} 不完整或已损坏。</translation>
    </message>
    <message>
        <source>The model {path} is of a kind this version cannot run ({architecture}).</source>
        <translation>此版本无法运行模型 {path} 所属的类型（{architecture}）。</translation>
    </message>
    <message>
        <source>Update Hearth, or open a model of another kind.</source>
        <translation>请更新 Hearth，或打开其他类型的模型。</translation>
    </message>
    <message>
        <source>The model {path} does not fit into this machine&apos;s memory.</source>
        <translation>此计算机的内存放不下模型 {path}。</translation>
    </message>
    <message>
        <source>Close other programs, or open a smaller model or a smaller quantisation of it.</source>
        <translation>请关闭其他程序，或打开更小的模型或该模型更小的量化版本。</translation>
    </message>
    <message>
        <source>The model {path} could not be loaded.</source>
        <translation>无法加载模型 {path}。</translation>
    </message>
    <message>
        <source>Open another model; the details say what llama.cpp objected to.</source>
        <translation>请打开其他模型；详细信息中有 llama.cpp 报告的原因。</translation>
    </message>
    <message>
        <source>The KV cache of {path} cannot be kept in 8 bits.</source>
        <translation>{path} 的 KV 缓存无法使用 8 位。</translation>
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
        <source>llama.cpp stopped while it read the model file {path}.</source>
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
        <source>Open a model to go on.</source>
        <translation>要继续，请打开模型。</translation>
    </message>
    <message>
        <source>The model stopped computing with error {code}.</source>
        <translation>模型停止计算，错误代码 {code}。</translation>
    </message>
    <message>
        <source>This answer ends here; what was said so far is kept.</source>
        <translation>回答到此中断；已生成的内容已保留。</translation>
    </message>
    <message>
        <source>Press Regenerate; if it happens again, load the model anew.</source>
        <translation>请按“重新生成”；如果再次发生，请重新加载模型。</translation>
    </message>
    <message>
        <source>The loaded model has no token “{name}”.</source>
        <translation>已加载的模型没有 token“{name}”。</translation>
    </message>
    <message>
        <source>The grammar of this chat names it, so the model was not asked.</source>
        <translation>此聊天的语法用到了它，因此未向模型提问。</translation>
    </message>
    <message>
        <source>Change the grammar in the settings of the chat, or open another model.</source>
        <translation>请在聊天设置中更改语法，或打开其他模型。</translation>
    </message>
    <message>
        <source>There is no readable adapter at {path}.</source>
        <translation>{path} 处没有可读取的适配器。</translation>
    </message>
    <message>
        <source>{path} is no LoRA adapter.</source>
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
        <source>For trying things out on any machine; quick, and often wrong.</source>
        <translation>可在任何计算机上试用；速度快，但常出错。</translation>
    </message>
    <message>
        <source>For sums and code; it thinks aloud before it answers.</source>
        <translation>适合计算和代码；回答前会先思考。</translation>
    </message>
    <message>
        <source>For everyday talk and writing, in many languages.</source>
        <translation>适合日常聊天和写作，支持多种语言。</translation>
    </message>
    <message>
        <source>For harder questions, if you have patience or a graphics card.</source>
        <translation>适合较难的问题，需要一些耐心或一块显卡。</translation>
    </message>
    <message>
        <source>For demanding work on a strong machine; it knows the most.</source>
        <translation>适合在高性能计算机上完成高要求的工作；知识最丰富。</translation>
    </message>
    <message>
        <source>What was downloaded so far is kept; your chats and models are not affected.</source>
        <translation>已下载的部分已保留；聊天和模型不受影响。</translation>
    </message>
    <message>
        <source>Nothing was downloaded; your chats and models are not affected.</source>
        <translation>未下载任何内容；聊天和模型不受影响。</translation>
    </message>
    <message>
        <source>The disk with {folder} is too full: {gb} GB are missing.</source>
        <translation>{folder} 所在的磁盘空间不足：还差 {gb} GB。</translation>
    </message>
    <message>
        <source>The disk with {folder} is full.</source>
        <translation>{folder} 所在的磁盘已满。</translation>
    </message>
    <message>
        <source>Free some space or choose a smaller file, then go on.</source>
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
        <source>There is another file called {name} already.</source>
        <translation>已有另一个名为 {name} 的文件。</translation>
    </message>
    <message>
        <source>It was not touched, and nothing was downloaded in its place.</source>
        <translation>该文件未受影响，也未下载任何内容来替换它。</translation>
    </message>
    <message>
        <source>Move or rename that file, or choose another folder.</source>
        <translation>请移动或重命名该文件，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>The hub names a file {name}, which is not safe on this disk.</source>
        <translation>模型站提供的文件名 {name} 在此磁盘上不安全。</translation>
    </message>
    <message>
        <source>Choose a repository of somebody else.</source>
        <translation>请选择其他人的仓库。</translation>
    </message>
    <message>
        <source>Another Hearth is downloading {name} already.</source>
        <translation>另一个 Hearth 已在下载 {name}。</translation>
    </message>
    <message>
        <source>It goes on there, undisturbed.</source>
        <translation>下载会在那里继续，不受干扰。</translation>
    </message>
    <message>
        <source>Wait for it, or pause it there first.</source>
        <translation>请等待其完成，或先在那里暂停。</translation>
    </message>
    <message>
        <source>The hub sends another file than it listed as {name}.</source>
        <translation>模型站发送的文件与其列出的 {name} 不同。</translation>
    </message>
    <message>
        <source>Cancel this download, and choose the model again.</source>
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
        <source>Try again; if it happens again, the file on the hub, a proxy on the way or this disk has a fault.</source>
        <translation>请重试；如果再次发生，则模型站上的文件、途经的代理或此磁盘存在问题。</translation>
    </message>
    <message>
        <source>“{repo}” is no name of a repository.</source>
        <translation>“{repo}”不是有效的仓库名称。</translation>
    </message>
    <message>
        <source>Write it as author/name, as in ggml-org/gemma-3-4b-it-GGUF.</source>
        <translation>请按“作者/名称”的格式填写，例如 ggml-org/gemma-3-4b-it-GGUF。</translation>
    </message>
    <message>
        <source>There is no repository {repo} that everybody may see.</source>
        <translation>没有可公开访问的仓库 {repo}。</translation>
    </message>
    <message>
        <source>Check the spelling; it may have been renamed or deleted, or be private and need a token of its owner.</source>
        <translation>请检查拼写；该仓库可能已重命名或删除，或者是私有仓库，需要所有者的访问令牌。</translation>
    </message>
    <message>
        <source>The makers of {repo} want to know who downloads it.</source>
        <translation>{repo} 的作者要求了解下载者的身份。</translation>
    </message>
    <message>
        <source>Sign in at {page}, accept the terms there, and try again; the token that Hearth has must be of the same account.</source>
        <translation>请在 {page} 登录，接受其中的条款，然后重试；Hearth 使用的访问令牌必须属于同一账户。</translation>
    </message>
    <message>
        <source>Sign in at {page}, accept the terms there, make a token for reading, and give it to Hearth: in the window, with `hearth models token`, or in the environment variable HF_TOKEN.</source>
        <translation>请在 {page} 登录，接受其中的条款，创建一个读取令牌并提供给 Hearth：可在窗口中输入，使用 `hearth models token`，或设置环境变量 HF_TOKEN。</translation>
    </message>
    <message>
        <source>{host} does not accept the token that Hearth has.</source>
        <translation>{host} 不接受 Hearth 使用的访问令牌。</translation>
    </message>
    <message>
        <source>It may have expired. Make a new one at {page} and give it to Hearth, or remove the old one: most models need none.</source>
        <translation>令牌可能已过期。请在 {page} 创建新令牌并提供给 Hearth，或移除旧令牌：大多数模型不需要令牌。</translation>
    </message>
    <message>
        <source>This is no token: it has characters that a token cannot have.</source>
        <translation>这不是有效的令牌：其中包含令牌不能使用的字符。</translation>
    </message>
    <message>
        <source>It was not kept, and nothing was changed.</source>
        <translation>令牌未保存，未做任何更改。</translation>
    </message>
    <message>
        <source>Copy the token once more, without spaces and quotation marks.</source>
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
        <source>There are: {offered}.</source>
        <translation>可用的有：{offered}。</translation>
    </message>
    <message>
        <source>Look for a repository whose name ends in GGUF.</source>
        <translation>请查找名称以 GGUF 结尾的仓库。</translation>
    </message>
    <message>
        <source>The {keyring} of this system cannot be used.</source>
        <translation>无法使用此系统的{keyring}。</translation>
    </message>
    <message>
        <source>The token was not kept: Hearth never writes one into a plain file.</source>
        <translation>令牌未保存：Hearth 绝不会将令牌写入普通文件。</translation>
    </message>
    <message>
        <source>Unlock or install the {keyring}, or put the token into the environment variable HF_TOKEN before Hearth is started.</source>
        <translation>请解锁或安装{keyring}，或在启动 Hearth 之前将令牌设为环境变量 HF_TOKEN。</translation>
    </message>
    <message>
        <source>What {name} would take cannot be read off its beginning.</source>
        <translation>无法从 {name} 的开头读出它需要多少资源。</translation>
    </message>
    <message>
        <source>The estimate from the size of the file still holds.</source>
        <translation>根据文件大小所作的估计仍然有效。</translation>
    </message>
    <message>
        <source>The name of {folder} begins or ends with a blank, or has characters that cannot be displayed.</source>
        <translation>{folder} 的名称以空格开头或结尾，或含有无法显示的字符。</translation>
    </message>
    <message>
        <source>Hearth does not look there.</source>
        <translation>Hearth 不会在其中查找。</translation>
    </message>
    <message>
        <source>Give the folder another name, then add it again.</source>
        <translation>请为该文件夹改名，然后重新添加。</translation>
    </message>
    <message>
        <source>{path} is not in the library of models.</source>
        <translation>{path} 不在模型库中。</translation>
    </message>
    <message>
        <source>`hearth models list` shows what is.</source>
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
        <source>{path} could not be moved to the {trash} ({reason}).</source>
        <translation>无法将 {path} 移到{trash}（{reason}）。</translation>
    </message>
    <message>
        <source>It is still where it was; your chats are not affected.</source>
        <translation>它仍在原处；聊天不受影响。</translation>
    </message>
    <message>
        <source>Delete it with {file_manager}, or make its folder writable.</source>
        <translation>请使用{file_manager}删除它，或将其文件夹设为可写。</translation>
    </message>
    <message>
        <source>{folder} cannot be read ({reason}).</source>
        <translation>无法读取 {folder}（{reason}）。</translation>
    </message>
    <message>
        <source>{folder} has too many files; not all were looked at.</source>
        <translation>{folder} 中的文件过多，未能全部查看。</translation>
    </message>
    <message>
        <source>The folder {folder} is not there; is its disk connected?</source>
        <translation>文件夹 {folder} 不存在；是否已连接其磁盘？</translation>
    </message>
    <message>
        <source>{folder} is not a folder.</source>
        <translation>{folder} 不是文件夹。</translation>
    </message>
    <message>
        <source>It lets another model see or hear, and is loaded together with that.</source>
        <translation>它为另一个模型提供图像或音频能力，会与该模型一同加载。</translation>
    </message>
    <message>
        <source>It changes another model, and is loaded together with that.</source>
        <translation>它用于改变另一个模型，会与该模型一同加载。</translation>
    </message>
    <message>
        <source>It is a part of a split model, under a name that does not say so.</source>
        <translation>它是拆分模型的一部分，但文件名未体现这一点。</translation>
    </message>
    <message>
        <source>It has a tokenizer and no weights.</source>
        <translation>它只有分词器，没有权重。</translation>
    </message>
    <message>
        <source>It is not a language model.</source>
        <translation>不是语言模型。</translation>
    </message>
    <message>
        <source>Its download has not ended.</source>
        <translation>下载尚未完成。</translation>
    </message>
    <message>
        <source>It is not a regular file.</source>
        <translation>不是普通文件。</translation>
    </message>
    <message>
        <source>Files of it are missing: {names}.</source>
        <translation>缺少文件：{names}。</translation>
    </message>
    <message>
        <source>It is not complete: {n_mb} MB are missing.</source>
        <translation>文件不完整：缺少 {n_mb} MB。</translation>
    </message>
    <message>
        <source>It is split into files whose names do not fit what they hold.</source>
        <translation>模型被拆分为多个文件，但文件名与内容不符。</translation>
    </message>
    <message>
        <source>The settings of the model could not be saved to {path} ({reason}).</source>
        <translation>无法将模型设置保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>They hold until Hearth is closed; your chats are not affected.</source>
        <translation>这些设置在 Hearth 关闭之前有效；聊天不受影响。</translation>
    </message>
    <message>
        <source>The model keeps the settings it had.</source>
        <translation>模型保留原有设置。</translation>
    </message>
    <message>
        <source>Choose another value.</source>
        <translation>请选择其他值。</translation>
    </message>
    <message>
        <source>The file {path} is not there any more.</source>
        <translation>文件 {path} 已不存在。</translation>
    </message>
    <message>
        <source>Set again what you had changed; the old file is {broken}.</source>
        <translation>请重新设置您更改过的内容；旧文件为 {broken}。</translation>
    </message>
    <message>
        <source>Make the file {path} readable, or delete it.</source>
        <translation>请将文件 {path} 设为可读，或将其删除。</translation>
    </message>
    <message>
        <source>The file with the settings of your models cannot be read.</source>
        <translation>无法读取模型设置文件。</translation>
    </message>
    <message>
        <source>Models are loaded as Hearth chooses; your chats are not affected.</source>
        <translation>将按 Hearth 的选择加载模型；聊天不受影响。</translation>
    </message>
    <message>
        <source>The context must have {least} to {most} tokens.</source>
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
        <source>The share of a device must be a number that is not negative.</source>
        <translation>设备的分配比例必须是非负数。</translation>
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
        <source>A KV cache of 8 bits needs flash attention.</source>
        <translation>8 位 KV 缓存需要 Flash Attention。</translation>
    </message>
    <message>
        <source>Your chats and models are not affected.</source>
        <translation>聊天和模型不受影响。</translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>{address} is no usable web address.</source>
        <translation>{address} 不是可用的网址。</translation>
    </message>
    <message>
        <source>Correct the address.</source>
        <translation>请更正地址。</translation>
    </message>
    <message>
        <source>{host} cannot be reached: this machine seems to be offline.</source>
        <translation>无法连接到 {host}：此计算机似乎处于离线状态。</translation>
    </message>
    <message>
        <source>Connect to the internet and try again. All else works offline.</source>
        <translation>请连接互联网后重试。其他功能均可离线使用。</translation>
    </message>
    <message>
        <source>No address is known for {host}.</source>
        <translation>找不到 {host} 的地址。</translation>
    </message>
    <message>
        <source>Check the connection to the internet, and the name servers it uses.</source>
        <translation>请检查互联网连接及所用的域名服务器。</translation>
    </message>
    <message>
        <source>{host} refused the connection.</source>
        <translation>{host} 拒绝了连接。</translation>
    </message>
    <message>
        <source>Try again later. If it still fails, ask the administrator of the network.</source>
        <translation>请稍后再试。如果仍然失败，请联系网络管理员。</translation>
    </message>
    <message>
        <source>{host} could not be reached.</source>
        <translation>无法连接到 {host}。</translation>
    </message>
    <message>
        <source>No safe connection to {host} is possible: its certificate was not accepted.</source>
        <translation>无法与 {host} 建立安全连接：其证书未被接受。</translation>
    </message>
    <message>
        <source>Check the clock of this machine; where a company looks into connections, its certificate must be among those of the system.</source>
        <translation>请检查此计算机的时钟；如果公司会检查网络连接，则其证书必须包含在系统证书中。</translation>
    </message>
    <message>
        <source>{host} did not answer in time.</source>
        <translation>{host} 未及时响应。</translation>
    </message>
    <message>
        <source>The connection to {host} broke.</source>
        <translation>与 {host} 的连接已中断。</translation>
    </message>
    <message>
        <source>The proxy {proxy} could not be used.</source>
        <translation>无法使用代理 {proxy}。</translation>
    </message>
    <message>
        <source>Hearth can use HTTP proxies, with a name and a password or without. Check the setting network.proxy, or the proxy of the system.</source>
        <translation>Hearth 可以使用 HTTP 代理，带或不带用户名和密码均可。请检查设置 network.proxy 或系统代理。</translation>
    </message>
    <message>
        <source>{host} leads to an address that is not safe to follow.</source>
        <translation>{host} 指向的地址不安全，无法继续访问。</translation>
    </message>
    <message>
        <source>Nothing can be done here; the server has to be mended.</source>
        <translation>此处无法解决，需由服务器方修复。</translation>
    </message>
    <message>
        <source>{host} does not give access to this without permission.</source>
        <translation>{host} 不允许未经授权访问此内容。</translation>
    </message>
    <message>
        <source>Sign in there with your browser, and give Hearth a token of yours.</source>
        <translation>请在浏览器中登录该网站，并将您的访问令牌提供给 Hearth。</translation>
    </message>
    <message>
        <source>{host} has nothing under this name.</source>
        <translation>{host} 上没有此名称的内容。</translation>
    </message>
    <message>
        <source>Check the spelling; it may also have been renamed or deleted there.</source>
        <translation>请检查拼写；它也可能已在那里被重命名或删除。</translation>
    </message>
    <message>
        <source>{host} has had too many requests from this address.</source>
        <translation>来自此地址的请求过多，{host} 暂不受理。</translation>
    </message>
    <message>
        <source>{host} has a fault at the moment (status {status}).</source>
        <translation>{host} 目前出现故障（状态 {status}）。</translation>
    </message>
    <message>
        <source>{host} answered something that Hearth does not understand.</source>
        <translation>Hearth 无法理解 {host} 的响应。</translation>
    </message>
    <message>
        <source>If a page of the network asks you to sign in first, as in hotels, do so in your browser; else try again later.</source>
        <translation>如果网络要求先在网页上登录（例如在酒店），请在浏览器中登录；否则请稍后重试。</translation>
    </message>
    <message>
        <source>Hearth cannot write to the folder {folder}.</source>
        <translation>Hearth 无法写入文件夹 {folder}。</translation>
    </message>
    <message>
        <source>Nothing was changed, but chats cannot be saved there.</source>
        <translation>未做任何更改，但无法在那里保存聊天。</translation>
    </message>
    <message>
        <source>Make the folder writable, or choose another one with --data-dir.</source>
        <translation>请将该文件夹设为可写，或使用 --data-dir 选择其他文件夹。</translation>
    </message>
    <message>
        <source>The folder with your chats is not there: {folder}.</source>
        <translation>找不到保存聊天的文件夹：{folder}。</translation>
    </message>
    <message>
        <source>Nothing was changed, and no new folder was begun in its place.</source>
        <translation>未做任何更改，也未在原处新建文件夹。</translation>
    </message>
    <message>
        <source>Connect the disk that it lies on, and start Hearth again.</source>
        <translation>请连接其所在的磁盘，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>The folder in which Hearth was started is no longer there.</source>
        <translation>启动 Hearth 时所在的文件夹已不存在。</translation>
    </message>
    <message>
        <source>Change to another folder, and start it again.</source>
        <translation>请切换到其他文件夹后重新启动。</translation>
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
        <source>The prompts could not be saved to {path} ({reason}).</source>
        <translation>无法将提示词保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>Nothing was changed; your chats are not affected.</source>
        <translation>未做任何更改；聊天不受影响。</translation>
    </message>
    <message>
        <source>There are {n} prompts already.</source>
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
        <source>The saved prompts in {path} could not be read ({reason}).</source>
        <translation>无法读取 {path} 中保存的提示词（{reason}）。</translation>
    </message>
    <message>
        <source>No saved prompt is offered; your chats are not affected.</source>
        <translation>不会提供已保存的提示词；聊天不受影响。</translation>
    </message>
    <message>
        <source>Make that file readable.</source>
        <translation>请将该文件设为可读。</translation>
    </message>
    <message>
        <source>Your file was moved to {broken}; correct it and rename it back, or ignore this.</source>
        <translation>您的文件已移至 {broken}；可更正后改回原名，也可忽略。</translation>
    </message>
    <message>
        <source>The file of saved prompts could not be understood ({error}).</source>
        <translation>无法理解已保存提示词的文件（{error}）。</translation>
    </message>
    <message>
        <source>Hearth&apos;s window and its engine do not understand each other.</source>
        <translation>Hearth 的窗口与引擎无法相互通信。</translation>
    </message>
    <message>
        <source>Answers that were running have ended; your chats are safe on disk.</source>
        <translation>正在进行的回答已结束；聊天已安全保存在磁盘上。</translation>
    </message>
    <message>
        <source>Restart Hearth; if it keeps happening, report the details.</source>
        <translation>请重新启动 Hearth；如果问题仍然出现，请报告详细信息。</translation>
    </message>
    <message>
        <source>The setting keeps the value it had.</source>
        <translation>该设置保留原值。</translation>
    </message>
    <message>
        <source>The settings could not be saved to {path} ({reason}).</source>
        <translation>无法将设置保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>The change holds until Hearth is closed; your chats are not affected.</source>
        <translation>更改在 Hearth 关闭之前有效；聊天不受影响。</translation>
    </message>
    <message>
        <source>There is no setting in “{said}”.</source>
        <translation>“{said}”中没有可识别的设置。</translation>
    </message>
    <message>
        <source>Write --set KEY=VALUE. The keys are {known}.</source>
        <translation>请使用 --set KEY=VALUE 的格式。可用的键有 {known}。</translation>
    </message>
    <message>
        <source>Takes effect when a model is loaded next.</source>
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
        <source>The settings file could not be understood ({error}).</source>
        <translation>无法理解设置文件（{error}）。</translation>
    </message>
    <message>
        <source>Hearth started with its standard settings; your chats are not affected.</source>
        <translation>Hearth 已使用默认设置启动；聊天不受影响。</translation>
    </message>
    <message>
        <source>The settings file {path} could not be read ({reason}).</source>
        <translation>无法读取设置文件 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>Make that file readable, then start Hearth again.</source>
        <translation>请将该文件设为可读，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>The default is used instead of {value}; your chats are not affected.</source>
        <translation>已使用默认值代替 {value}；聊天不受影响。</translation>
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
        <source>The model file that is loaded at the start; empty for Hearth Guide, which is built in.</source>
        <translation>启动时加载的模型文件；留空则使用内置的 Hearth Guide。</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Where Hearth looks for model files, and in the folders below; one on each line.</source>
        <translation>Hearth 查找模型文件的位置，包括其子文件夹；每行一个。</translation>
    </message>
    <message>
        <source>Models of other programs</source>
        <translation>其他程序的模型</translation>
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
        <source>Show models of other programs</source>
        <translation>显示其他程序的模型</translation>
    </message>
    <message>
        <source>The list of models also has those that Ollama, LM Studio and others keep on this machine. Hearth uses them where they are.</source>
        <translation>模型列表也包含 Ollama、LM Studio 等程序保存在这台计算机上的模型。Hearth 就地使用它们。</translation>
    </message>
    <message>
        <source>Context size</source>
        <translation>上下文大小</translation>
    </message>
    <message>
        <source>How many tokens the model keeps in mind; 0 lets Hearth choose by the free memory.</source>
        <translation>模型能够记住的 token 数量；0 表示由 Hearth 根据可用内存选择。</translation>
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
        <source>After how many minutes without a question the model gives its memory back, to be loaded again with the next one; 0 keeps it until Hearth is closed.</source>
        <translation>闲置多少分钟后模型释放内存，下次提问时重新加载；0 表示保持加载，直到 Hearth 关闭。</translation>
    </message>
    <message>
        <source>Until Hearth is closed</source>
        <translation>直到 Hearth 关闭</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 always takes the likeliest word, higher is more varied; until it is set, each model gets what its makers recommend.</source>
        <translation>0 表示始终选择可能性最大的词，值越高变化越多；未设置时，每个模型使用其作者推荐的值。</translation>
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
        <source>How many GB the stored memory of all chats may take; 0 lets Hearth choose: a quarter of the free disk, at most 20 GiB.</source>
        <translation>所有聊天的记忆最多可占用多少 GB；0 表示由 Hearth 选择：可用磁盘空间的四分之一，最多 20 GiB。</translation>
    </message>
    <message>
        <source>Write at most in a day</source>
        <translation>每天最多写入</translation>
    </message>
    <message>
        <source>How many GB of conversation memory Hearth may write on one day, to spare the disk; 0 for no limit.</source>
        <translation>为保护磁盘，Hearth 一天最多可以写入多少 GB 的聊天记忆；0 表示不限。</translation>
    </message>
    <message>
        <source>Keep free for other programs</source>
        <translation>为其他程序保留</translation>
    </message>
    <message>
        <source>Hearth stores no conversation memory while fewer GB than these are free on the disk.</source>
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
        <source>The font of everything but code.</source>
        <translation>除代码外所有文字的字体。</translation>
    </message>
    <message>
        <source>100 % is the usual size of what you read and write.</source>
        <translation>100 % 是您阅读和书写文字的通常大小。</translation>
    </message>
    <message>
        <source>Read while I type</source>
        <translation>在我输入时阅读</translation>
    </message>
    <message>
        <source>Notify me when a long answer ends</source>
        <translation>长回答结束时通知我</translation>
    </message>
    <message>
        <source>The system tells you when an answer of more than ten seconds ends while Hearth is not in front. It names the chat, and nothing that was written in it.</source>
        <translation>当 Hearth 不在前台、而一个超过十秒的回答结束时，系统会通知您。通知只写出聊天的名称，不含其中的内容。</translation>
    </message>
    <message>
        <source>When I close the window</source>
        <translation>当我关闭窗口时</translation>
    </message>
    <message>
        <source>Editors and other programs on this machine may ask the model, over HTTP. Each has to show a key.</source>
        <translation>这台计算机上的编辑器和其他程序可以通过 HTTP 向模型提问。每个程序都必须出示密钥。</translation>
    </message>
    <message>
        <source>Keep the memory of their conversations</source>
        <translation>保留它们对话的记忆</translation>
    </message>
    <message>
        <source>Hearth keeps on disk what models have computed for other programs, so that their conversations continue at once. It does not keep their words.</source>
        <translation>Hearth 把模型为其他程序计算的内容保存在磁盘上，使它们的对话可以立即继续。Hearth 不保存它们的文字。</translation>
    </message>
    <message>
        <source>Load the models they ask for</source>
        <translation>加载它们请求的模型</translation>
    </message>
    <message>
        <source>When a program asks for another model of the library, Hearth loads it in place of the one that answers your chats.</source>
        <translation>当某个程序请求模型库中的另一个模型时，Hearth 会加载它，以取代正在回答您聊天的模型。</translation>
    </message>
    <message>
        <source>Share your chats</source>
        <translation>共享您的聊天</translation>
    </message>
    <message>
        <source>Programs that show the key may read your chats and continue them.</source>
        <translation>出示密钥的程序可以读取并继续您的聊天。</translation>
    </message>
    <message>
        <source>Keep what they ask as chats</source>
        <translation>把它们的提问保存为聊天</translation>
    </message>
    <message>
        <source>The questions of other programs and their answers become chats.</source>
        <translation>其他程序的提问及其回答会成为聊天。</translation>
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
        <source>Who writes the title of a chat that you have not named: the model, while it has nothing else to do, or nobody: then it is the first words of the chat.</source>
        <translation>由谁为您未命名的聊天拟定标题：由模型在空闲时拟定，或者不拟定，直接使用聊天开头的文字。</translation>
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
        <source>The address of an HTTP proxy for downloads, such as http://proxy.example:3128; empty for what the system says, none for no proxy at all.</source>
        <translation>下载所用 HTTP 代理的地址，例如 http://proxy.example:3128；留空则使用系统代理，填写 none 则不使用代理。</translation>
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
        <source>How much room there is between messages, and between chats in the list.</source>
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
        <source>What the model is told at the beginning of every new chat (its system prompt).</source>
        <translation>每个新聊天开始时告知模型的内容（系统提示词）。</translation>
    </message>
    <message>
        <source>The model reads your message while you type, when it has nothing else to do, so that its answer begins sooner. Not while the computer runs on battery.</source>
        <translation>模型在没有其他任务时，会在您输入的同时阅读您的消息，使回答更快开始。使用电池供电时不会这样做。</translation>
    </message>
    <message>
        <source>Quality of pictures</source>
        <translation>图片质量</translation>
    </message>
    <message>
        <source>How many pixels of a picture that you attach next the model is given; fewer take fewer tokens. The menu of a picture changes it for that one and those after it.</source>
        <translation>接下来附加的图片以多少像素交给模型；像素越少，占用的 token 越少。可在图片的菜单中为该图片及之后的图片更改。</translation>
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
        <source>Hearth can stay in the tray, where the system has one: the model stays loaded, and answers go on. “Quit” ends it.</source>
        <translation>在有系统托盘的系统中，Hearth 可以留在托盘中：模型保持加载，回答继续进行。选择“退出”可结束运行。</translation>
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
        <source>Where other programs reach the API on this machine.</source>
        <translation>其他程序在本机上访问 API 的位置。</translation>
    </message>
    <message>
        <source>Other names of this machine</source>
        <translation>本机的其他名称</translation>
    </message>
    <message>
        <source>By which programs may ask it, beside localhost, such as that of a proxy; one on each line.</source>
        <translation>除 localhost 外，程序可用来访问本机的名称，例如代理的名称；每行一个。</translation>
    </message>
    <message>
        <source>Web pages that may ask</source>
        <translation>允许提问的网页</translation>
    </message>
    <message>
        <source>Such as http://localhost:3000; one on each line. Others are refused.</source>
        <translation>例如 http://localhost:3000；每行一个。其他网页会被拒绝。</translation>
    </message>
    <message>
        <source>It was not attached; your message is unchanged.</source>
        <translation>未添加附件；消息未更改。</translation>
    </message>
    <message>
        <source>“{name}” could not be kept: the disk is full.</source>
        <translation>无法保存“{name}”：磁盘已满。</translation>
    </message>
    <message>
        <source>“{name}” could not be kept ({reason}).</source>
        <translation>无法保存“{name}”（{reason}）。</translation>
    </message>
    <message>
        <source>Make room on the disk with Hearth&apos;s folder, then attach the file anew.</source>
        <translation>请在 Hearth 文件夹所在的磁盘上腾出空间，然后重新添加该文件。</translation>
    </message>
    <message>
        <source>Make Hearth&apos;s folder writable, then attach the file anew.</source>
        <translation>请让 Hearth 的文件夹可写，然后重新添加该文件。</translation>
    </message>
    <message>
        <source>The pictures and sounds of other requests take all room there is.</source>
        <translation>其他请求的图片和声音占用了全部空间。</translation>
    </message>
    <message>
        <source>Ask again soon, or send smaller pictures.</source>
        <translation>请稍后再问，或发送更小的图片。</translation>
    </message>
    <message>
        <source>Pictures and sounds that no chat uses any more could not be deleted ({reason}).</source>
        <translation>无法删除不再被任何聊天使用的图片和声音（{reason}）。</translation>
    </message>
    <message>
        <source>They take room, and nothing else is wrong.</source>
        <translation>它们占用空间，除此之外没有问题。</translation>
    </message>
    <message>
        <source>Make Hearth&apos;s folder writable; it is tried again at the next start.</source>
        <translation>请让 Hearth 的文件夹可写；下次启动时会再试一次。</translation>
    </message>
    <message>
        <source>“{name}” could not be saved: the disk is full.</source>
        <translation>无法保存“{name}”：磁盘已满。</translation>
    </message>
    <message>
        <source>“{name}” could not be saved ({reason}).</source>
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
        <source>“{name}” is not beside your chats any more.</source>
        <translation>“{name}”已不在您的聊天旁边。</translation>
    </message>
    <message>
        <source>Attach the file anew.</source>
        <translation>请重新添加该文件。</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>“{name}”是空的。</translation>
    </message>
    <message>
        <source>Attach a file with a picture or a sound in it.</source>
        <translation>请添加含有图片或声音的文件。</translation>
    </message>
    <message>
        <source>“{name}” is larger than {n} MB.</source>
        <translation>“{name}”大于 {n} MB。</translation>
    </message>
    <message>
        <source>Save the picture smaller, or cut the sound shorter, then attach it anew.</source>
        <translation>请缩小图片或剪短声音，然后重新添加。</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>“{name}”是文件夹。</translation>
    </message>
    <message>
        <source>Attach the files in it one by one.</source>
        <translation>请逐个添加其中的文件。</translation>
    </message>
    <message>
        <source>“{name}” is no ordinary file.</source>
        <translation>“{name}”不是普通文件。</translation>
    </message>
    <message>
        <source>Save what it holds in a file, and attach that.</source>
        <translation>请将其内容保存为文件，再添加该文件。</translation>
    </message>
    <message>
        <source>“{name}” is not there any more.</source>
        <translation>“{name}”已不存在。</translation>
    </message>
    <message>
        <source>Look where the file is now, and attach it from there.</source>
        <translation>请查找文件现在的位置，并从那里添加。</translation>
    </message>
    <message>
        <source>“{name}” cannot be opened ({reason}).</source>
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
        <source>“{name}” is a picture, and a sound was expected.</source>
        <translation>“{name}”是图片，而这里应为声音。</translation>
    </message>
    <message>
        <source>Send it in the place of a picture.</source>
        <translation>请把它放在图片的位置发送。</translation>
    </message>
    <message>
        <source>“{name}” is a sound, and a picture was expected.</source>
        <translation>“{name}”是声音，而这里应为图片。</translation>
    </message>
    <message>
        <source>Send it in the place of a sound.</source>
        <translation>请把它放在声音的位置发送。</translation>
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
        <source>Open it in another program, save it anew, and attach that.</source>
        <translation>请在其他程序中打开并重新保存，然后添加。</translation>
    </message>
    <message>
        <source>“{name}” could not be read: its decoder has failed.</source>
        <translation>无法读取“{name}”：解码器出错。</translation>
    </message>
    <message>
        <source>The sound “{name}” is longer than an hour.</source>
        <translation>声音“{name}”超过一小时。</translation>
    </message>
    <message>
        <source>Cut it into pieces of up to an hour, and attach those.</source>
        <translation>请将其剪成不超过一小时的片段，再添加。</translation>
    </message>
    <message>
        <source>The sound “{name}” is empty or too short to be heard.</source>
        <translation>声音“{name}”为空，或短得听不到。</translation>
    </message>
    <message>
        <source>Attach a sound of at least a hundredth of a second.</source>
        <translation>请添加至少百分之一秒的声音。</translation>
    </message>
    <message>
        <source>The sound “{name}” has {rate} samples a second and {channels} channels.</source>
        <translation>声音“{name}”每秒有 {rate} 个采样，{channels} 个声道。</translation>
    </message>
    <message>
        <source>The picture has more pixels than Hearth can read.</source>
        <translation>图片的像素多于 Hearth 能读取的数量。</translation>
    </message>
    <message>
        <source>Attach the files in it.</source>
        <translation>请附加其中的文件。</translation>
    </message>
    <message>
        <source>“{name}” is no usual file.</source>
        <translation>“{name}”不是普通文件。</translation>
    </message>
    <message>
        <source>Attach a file with text in it.</source>
        <translation>请附加含有文本的文件。</translation>
    </message>
    <message>
        <source>“{name}” is larger than {limit} MB, more than any model reads.</source>
        <translation>“{name}”超过 {limit} MB，任何模型都无法读取。</translation>
    </message>
    <message>
        <source>Attach the part that matters.</source>
        <translation>请仅附加重要的部分。</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: {error}.</source>
        <translation>无法读取“{name}”：{error}。</translation>
    </message>
    <message>
        <source>Check that it is there.</source>
        <translation>请检查该文件是否存在。</translation>
    </message>
    <message>
        <source>“{name}” has no text in it.</source>
        <translation>“{name}”中没有文本。</translation>
    </message>
    <message>
        <source>Attach a file of plain text or code.</source>
        <translation>请附加纯文本或代码文件。</translation>
    </message>
    <message>
        <source>Whether there is a newer version is not known; nothing was changed.</source>
        <translation>无法得知是否有更新的版本；未做任何更改。</translation>
    </message>
    <message>
        <source>Try again later, or look at {page}.</source>
        <translation>请稍后重试，或查看 {page}。</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>The list of versions names no version.</source>
        <translation>版本列表中没有版本号。</translation>
    </message>
    <message>
        <source>The list of versions is no JSON.</source>
        <translation>版本列表不是 JSON。</translation>
    </message>
    <message>
        <source>The list of versions is no JSON object.</source>
        <translation>版本列表不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The list of versions leads to a page that is no plain https address.</source>
        <translation>版本列表指向的页面不是普通的 https 地址。</translation>
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
        <source>It then asks {host} and sends nothing about you.</source>
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
        <source>Start a chat of which nothing is kept</source>
        <translation>新建不保留任何内容的聊天</translation>
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
        <source>Put this chat out of the way; it stays as it is</source>
        <translation>将此聊天收起；内容保持原样</translation>
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
        <source>Restore what was deleted last</source>
        <translation>还原最近删除的内容</translation>
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
        <source>Continue where the answer ended</source>
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
        <source>Add pictures, sounds and texts to your message</source>
        <translation>在消息中添加图片、声音和文本</translation>
    </message>
    <message>
        <source>Saved prompts…</source>
        <translation>已保存的提示词…</translation>
    </message>
    <message>
        <source>Keep texts that you write again and again; / offers them</source>
        <translation>保存经常使用的文本；输入 / 即可选用</translation>
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
        <source>Add chats of Hearth, ChatGPT, Claude and other programs</source>
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
        <source>See the models of your folders and of other programs</source>
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
        <source>Use models that answer on another machine or in another program</source>
        <translation>使用在另一台电脑或另一个程序中回答的模型</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>模型设置…</translation>
    </message>
    <message>
        <source>How this model is loaded: context, GPU, adapters, template</source>
        <translation>此模型的加载方式：上下文、GPU、适配器、模板</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>卸载模型</translation>
    </message>
    <message>
        <source>Give its memory back; it is loaded again when you go on</source>
        <translation>释放其内存；继续聊天时会重新加载</translation>
    </message>
    <message>
        <source>Conversation memory…</source>
        <translation>聊天记忆…</translation>
    </message>
    <message>
        <source>See what is stored for each chat, and how much</source>
        <translation>查看为每个聊天存储的内容及其大小</translation>
    </message>
    <message>
        <source>Hardware…</source>
        <translation>硬件…</translation>
    </message>
    <message>
        <source>See what models are computed with, and how fast</source>
        <translation>查看模型使用什么计算以及速度如何</translation>
    </message>
    <message>
        <source>API for other programs…</source>
        <translation>供其他程序使用的 API…</translation>
    </message>
    <message>
        <source>Let editors and other programs ask the model</source>
        <translation>允许编辑器和其他程序向模型提问</translation>
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
        <source>Show the chats that are out of the way</source>
        <translation>显示已收起的聊天</translation>
    </message>
    <message>
        <source>Show deleted chats; they stay for 30 days</source>
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
        <source>Choose how Hearth looks and works</source>
        <translation>选择 Hearth 的外观和工作方式</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>See the keys of every action, and change them</source>
        <translation>查看并更改各操作的快捷键</translation>
    </message>
    <message>
        <source>Folders and reset…</source>
        <translation>文件夹和重置…</translation>
    </message>
    <message>
        <source>Open or move the folders of Hearth, or reset it</source>
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
        <source>The last attempt to load the built-in {guide} did not come to an end.</source>
        <translation>上次加载内置的 {guide} 未能完成。</translation>
    </message>
    <message>
        <source>The last attempt to load {name} did not come to an end.</source>
        <translation>上次加载 {name} 未能完成。</translation>
    </message>
    <message>
        <source>The model was not loaded again by itself. Your chats are untouched.</source>
        <translation>未自动重新加载该模型。聊天未受影响。</translation>
    </message>
    <message>
        <source>Open another model, or open this one again to give it another try.</source>
        <translation>请打开其他模型，或重新打开此模型再试一次。</translation>
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
        <source>A report was saved on this computer. It names places in the program and nothing of your chats. Hearth sends it nowhere.</source>
        <translation>报告已保存在此计算机上。其中只记录程序中的位置，不含聊天内容。Hearth 不会将其发送到任何地方。</translation>
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
        <source>What you wrote is now a new message in the message field.</source>
        <translation>您写的内容现已作为新消息放入消息输入框。</translation>
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
        <source>This takes more memory, and a moment. It lasts until you open another model or close Hearth.</source>
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
        <source>Deleted this version of your message; another one is shown</source>
        <translation>已删除消息的此版本；现在显示另一版本</translation>
    </message>
    <message>
        <source>Deleted this version of the answer; another one is shown</source>
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
        <source>{keys} brings it back.</source>
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
        <source>This message is too long to be edited.</source>
        <translation>此消息过长，无法编辑。</translation>
    </message>
    <message>
        <source>Copy the part that you need into a new message.</source>
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
        <source>How the program calls itself</source>
        <translation>程序自称的名称</translation>
    </message>
    <message>
        <source>Tokens of what was asked</source>
        <translation>提问的 token 数</translation>
    </message>
    <message>
        <source>How many of them did not have to be computed again</source>
        <translation>其中无需重新计算的数量</translation>
    </message>
    <message>
        <source>Tokens of the answer</source>
        <translation>回答的 token 数</translation>
    </message>
    <message>
        <source>How soon the answer began</source>
        <translation>多久开始回答</translation>
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
        <source>The text, and all that was computed for it, is erased. This cannot be undone.</source>
        <translation>文字以及为其计算的所有内容都将被清除。此操作无法撤销。</translation>
    </message>
    <message>
        <source>&amp;Temperature</source>
        <translation>温度(&amp;T)</translation>
    </message>
    <message>
        <source>Higher is more varied, 0 always takes the likeliest word</source>
        <translation>值越高变化越多，0 表示始终选择可能性最大的词</translation>
    </message>
    <message>
        <source>Top &amp;p</source>
        <translation>Top &amp;p</translation>
    </message>
    <message>
        <source>Only the likeliest words that together reach this share; 1 for all</source>
        <translation>仅限累计概率达到此比例的最可能的词；1 表示全部</translation>
    </message>
    <message>
        <source>Top &amp;k</source>
        <translation>Top &amp;k</translation>
    </message>
    <message>
        <source>Only this many of the likeliest words; 0 for all</source>
        <translation>仅限可能性最大的若干个词；0 表示全部</translation>
    </message>
    <message>
        <source>&amp;Min p</source>
        <translation>&amp;Min p</translation>
    </message>
    <message>
        <source>Only words at least this likely, compared with the likeliest; 0 for all</source>
        <translation>仅限可能性达到最可能词的此比例的词；0 表示全部</translation>
    </message>
    <message>
        <source>&amp;Repeat penalty</source>
        <translation>重复惩罚(&amp;R)</translation>
    </message>
    <message>
        <source>Above 1, words that were just used become less likely</source>
        <translation>大于 1 时，刚用过的词出现的可能性降低</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>种子(&amp;S)</translation>
    </message>
    <message>
        <source>The same seed draws the same random numbers; the answer can still differ</source>
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
        <source>The temperature moves by this much, up where the model doubts; 0 for not at all</source>
        <translation>温度按此幅度变化，模型不确定时升高；0 表示不变</translation>
    </message>
    <message>
        <source>Temperature curve</source>
        <translation>温度曲线</translation>
    </message>
    <message>
        <source>Above 1 only great doubt raises the temperature, below 1 little does</source>
        <translation>大于 1 时只有很不确定才升温，小于 1 时稍不确定就升温</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Only words about as surprising as expected, up to this share; 1 for all</source>
        <translation>仅限意外程度接近预期的词，累计到此比例；1 表示全部</translation>
    </message>
    <message>
        <source>Top n sigma</source>
        <translation>Top n sigma</translation>
    </message>
    <message>
        <source>Only words within so many standard deviations of the likeliest; 0 for all</source>
        <translation>仅限与最可能的词相差不超过若干标准差的词；0 表示全部</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC 概率</translation>
    </message>
    <message>
        <source>How often the most obvious words are left out; 0 for never</source>
        <translation>排除最明显的词的频率；0 表示从不</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC 阈值</translation>
    </message>
    <message>
        <source>Words above this share are obvious; the least likely of them stays</source>
        <translation>高于此比例的词视为明显；其中可能性最小的保留</translation>
    </message>
    <message>
        <source>DRY strength</source>
        <translation>DRY 强度</translation>
    </message>
    <message>
        <source>Holds down words that would repeat a whole sequence; 0 for off</source>
        <translation>抑制会重复整段内容的词；0 表示关闭</translation>
    </message>
    <message>
        <source>DRY growth</source>
        <translation>DRY 增长</translation>
    </message>
    <message>
        <source>How much stronger for each token that the repeated sequence is longer</source>
        <translation>重复片段每多一个 token，抑制增强的倍数</translation>
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
        <source>Makes a word less likely each time it is used; 0 for off</source>
        <translation>词每使用一次，可能性就降低；0 表示关闭</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Makes a word less likely once it was used; 0 for off</source>
        <translation>词使用过后可能性降低；0 表示关闭</translation>
    </message>
    <message>
        <source>Penalties look back</source>
        <translation>惩罚回溯</translation>
    </message>
    <message>
        <source>The three penalties count this many of the last tokens</source>
        <translation>三种惩罚统计最近的若干个 token</translation>
    </message>
    <message>
        <source>Mirostat</source>
        <translation>Mirostat</translation>
    </message>
    <message>
        <source>Version 1 or 2 keeps the surprise even, in place of all that leaves words out; 0 for off</source>
        <translation>版本 1 或 2 使意外程度保持平稳，取代所有排除词的方法；0 表示关闭</translation>
    </message>
    <message>
        <source>Mirostat target</source>
        <translation>Mirostat 目标</translation>
    </message>
    <message>
        <source>The surprise it aims at; lower keeps to the point</source>
        <translation>目标意外程度；越低越切题</translation>
    </message>
    <message>
        <source>Mirostat rate</source>
        <translation>Mirostat 速率</translation>
    </message>
    <message>
        <source>How quickly it corrects itself</source>
        <translation>自我修正的速度</translation>
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
        <source>What the model &amp;knows of the messages it does not read</source>
        <translation>模型对未读取消息的了解(&amp;K)</translation>
    </message>
    <message>
        <source>Changing this makes the model reread the messages after it.</source>
        <translation>更改后，模型会重读其后的消息。</translation>
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
        <source>Changing this makes the model reread the whole chat.</source>
        <translation>更改此项会使模型重新读取整个聊天。</translation>
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
        <source>Name of the preset</source>
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
        <source>A preset cannot be called “{name}”.</source>
        <translation>预设不能命名为“{name}”。</translation>
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
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
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
        <source>The model is loading. Your message is sent as soon as it is there.</source>
        <translation>正在加载模型。加载完成后会立即发送您的消息。</translation>
    </message>
    <message>
        <source>Keep typing: it is sent when this answer is done.</source>
        <translation>请继续输入：此回答完成后即会发送。</translation>
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
        <source>Files can be attached to your own messages, not to an answer.</source>
        <translation>文件只能附加到您自己的消息，不能附加到回答。</translation>
    </message>
    <message>
        <source>Paste the text that you need.</source>
        <translation>请粘贴所需的文本。</translation>
    </message>
    <message>
        <source>This text is too long to be pasted into an answer.</source>
        <translation>此文本过长，无法粘贴到回答中。</translation>
    </message>
    <message>
        <source>Paste the part that you need.</source>
        <translation>请粘贴所需的部分。</translation>
    </message>
    <message>
        <source>Larger context…</source>
        <translation>增大上下文…</translation>
    </message>
    <message>
        <source>Reload the model with a larger context; takes more memory</source>
        <translation>以更大的上下文重新加载模型；占用更多内存</translation>
    </message>
    <message>
        <source>The model does not read them from now on; nothing is deleted</source>
        <translation>模型从现在起不再读取它们；不会删除任何内容</translation>
    </message>
    <message>
        <source>The model writes a summary and reads that in their place; nothing is deleted</source>
        <translation>模型写一份摘要并改读摘要；不会删除任何内容</translation>
    </message>
    <message>
        <source>Keep only the beginning</source>
        <translation>只保留开头</translation>
    </message>
    <message>
        <source>Cut your message off where it fits; you can look at it before you send it</source>
        <translation>把您的消息截到放得下的长度；发送前您可以先查看</translation>
    </message>
    <message>
        <source>Continue with this message in a new chat</source>
        <translation>在新聊天中发送此消息</translation>
    </message>
    <message>
        <source>This does not fit, even with all earlier messages left out: {used} of {context}.</source>
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
        <source>Before the answer, the oldest {messages} will be summarised.</source>
        <translation>回答之前，将总结最早的 {messages}。</translation>
    </message>
    <message>
        <source>For the answer, the oldest {messages} will be left out.</source>
        <translation>为了回答，将略去最早的 {messages}。</translation>
    </message>
    <message>
        <source>It fits without the oldest {messages}.</source>
        <translation>略去最早的 {messages} 就能放下。</translation>
    </message>
    <message>
        <source>The model then reads {tokens} again.</source>
        <translation>模型随后会重读 {tokens}。</translation>
    </message>
    <message>
        <source>The model then reads {tokens} again, which takes {time}.</source>
        <translation>模型随后会重读 {tokens}，需要{time}。</translation>
    </message>
    <message>
        <source>A message can have {n} pictures and sounds at most.</source>
        <translation>一条消息最多可以有 {n} 个图片和声音。</translation>
    </message>
    <message>
        <source>What goes beyond that was not attached; your message is unchanged.</source>
        <translation>超出的部分没有附加；您的消息没有变化。</translation>
    </message>
    <message>
        <source>Send them in several messages, or remove some of them.</source>
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
        <source>Attach pictures, sounds and texts; you can also paste them, or drop them here</source>
        <translation>附加图片、声音和文本；也可以粘贴或拖放到这里</translation>
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
        <source>They stay in the chat, and you can let the model read them again.</source>
        <translation>它们仍留在聊天中，可让模型重新读取。</translation>
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
        <source>Temporary chat: nothing of it is kept.</source>
        <translation>临时聊天：不保留任何内容。</translation>
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
        <source>Choose the file that the model sees and hears with</source>
        <translation>选择模型用来看和听的文件</translation>
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
        <source>Texts ({patterns})</source>
        <translation>文本 ({patterns})</translation>
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
        <source>Let other programs ask the model</source>
        <translation>允许其他程序向模型提问</translation>
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
        <source>Nothing was asked yet.
What programs ask will appear here: when, by whom and how it went, but not a word of it.</source>
        <translation>尚无提问。
这里会显示何时、由谁提问以及结果如何，但不含任何内容。</translation>
    </message>
    <message>
        <source>No other program can reach Hearth now.
Once it is on, the address and the key for your editor appear here.</source>
        <translation>目前没有其他程序可以访问 Hearth。
开启后，此处会显示供编辑器使用的地址和密钥。</translation>
    </message>
    <message>
        <source>Requests of other programs</source>
        <translation>其他程序的请求</translation>
    </message>
    <message>
        <source>Lets editors and other programs ask the model, as they would ask OpenAI or Anthropic. Only programs on this machine that show the key are answered.</source>
        <translation>编辑器和其他程序可以像访问 OpenAI 或 Anthropic 那样向模型提问。只回答本机上出示密钥的程序。</translation>
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
        <source>Estimated from the size of the files, for {tokens} at most:</source>
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
        <source>{place}: weights {weights} + KV cache {cache} + computing {compute} = {together} · {free} of {total} free</source>
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
        <source>These folders were chosen when Hearth was started, so they cannot be moved here.</source>
        <translation>这些文件夹是在启动 Hearth 时指定的，因此无法在此移动。</translation>
    </message>
    <message>
        <source>Portable: everything is in the folder “data” beside the program. To move it, move the program’s folder as a whole.</source>
        <translation>便携模式：所有内容都在程序旁边的“data”文件夹中。要移动，请移动整个程序文件夹。</translation>
    </message>
    <message>
        <source>Everything was moved to one folder.</source>
        <translation>所有内容都已移到同一个文件夹中。</translation>
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
        <source>What models have computed for your chats</source>
        <translation>模型为聊天计算的结果</translation>
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
        <source>Everything Hearth writes is in these folders, and nowhere else. Model files stay where you keep them, unless you move one to the {trash} yourself.</source>
        <translation>Hearth 写入的所有内容都在这些文件夹中，不会写入其他位置。模型文件留在您存放的位置，除非您自己将其移到{trash}。</translation>
    </message>
    <message>
        <source>There is nothing yet in {folder}</source>
        <translation>{folder} 中还没有内容</translation>
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
        <source>Hearth closes its window, moves {size}, and opens again. A running answer is stopped; what it says so far is kept.</source>
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
        <source>If you start fresh, Hearth opens without chats. To use the missing ones again later, choose Folders and reset…, then Move…, and their folder.</source>
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
        <source>What could stand at the chosen place</source>
        <translation>所选位置可能出现的内容</translation>
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
        <source>Show how each goes on</source>
        <translation>显示各自的后续</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>从此处继续</translation>
    </message>
    <message>
        <source>Choose a word to see what could have stood there. The stronger its colour, the less likely it was.</source>
        <translation>选择一个词，查看那里还可能出现什么。颜色越深，该词的概率越低。</translation>
    </message>
    <message>
        <source>Reading the chat: {done} of {total} tokens</source>
        <translation>正在读取聊天：{done} / {total} 个 token</translation>
    </message>
    <message>
        <source>{first} gave this answer; {second} is asked.</source>
        <translation>此回答由 {first} 给出；现在询问的是 {second}。</translation>
    </message>
    <message>
        <source>Looked into {done} of {total} places</source>
        <translation>已查看 {done} / {total} 处</translation>
    </message>
    <message>
        <source>Interrupted: an answer was asked for meanwhile.</source>
        <translation>已中断：期间请求了一个回答。</translation>
    </message>
    <message>
        <source>The model goes on with each of them…</source>
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
        <source>This choice could not be saved: {error}</source>
        <translation>无法保存此选择：{error}</translation>
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
        <source>Hearth closes its window, deletes what is ticked, and opens again as on its first day. Model files are kept.</source>
        <translation>Hearth 将关闭窗口，删除勾选的内容，然后像首次使用时一样重新打开。模型文件会保留。</translation>
    </message>
    <message>
        <source>Also the log, messages that you have not sent, and keys of servers.</source>
        <translation>还包括日志、尚未发送的消息和服务器的密钥。</translation>
    </message>
    <message>
        <source>Each chat is reread once when you continue it. No message is lost.</source>
        <translation>每个聊天在继续时会重新读取一次。不会丢失任何消息。</translation>
    </message>
    <message>
        <source>Including their backups and memory.</source>
        <translation>包括其备份和记忆。</translation>
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
        <source>The others are still in {folder}.</source>
        <translation>其他聊天仍在 {folder} 中。</translation>
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
        <source>Some of the old files could not be deleted; they are in {folders}.</source>
        <translation>部分旧文件无法删除，位于 {folders}。</translation>
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
        <source>Progress of the download</source>
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
        <source>Comparing the checksum: {n_checked} · {far}</source>
        <translation>正在核对校验和：{n_checked} · {far}</translation>
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
        <source>{speed} a second</source>
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
        <source>For models that are given to those who are signed in</source>
        <translation>用于需要登录才能获取的模型</translation>
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
        <source>Suggested models</source>
        <translation>推荐的模型</translation>
    </message>
    <message>
        <source>This machine has {n_gb} GB of memory. Larger models know more but are slower.</source>
        <translation>此计算机有 {n_gb} GB 内存。较大的模型知识更丰富，但速度较慢。</translation>
    </message>
    <message>
        <source>This machine has {n_gb} GB of memory, and a graphics card with {n_gpu_gb} GB. What fits on the card is quick.</source>
        <translation>此计算机有 {n_gb} GB 内存，显卡有 {n_gpu_gb} GB 显存。显存放得下的模型运行很快。</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>未找到任何内容</translation>
    </message>
    <message>
        <source>Try fewer or other words.</source>
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
        <source>{model} was not downloaded</source>
        <translation>未能下载 {model}</translation>
    </message>
    <message>
        <source>A real model can chat about anything. It is downloaded once and works offline. Searching, checking and downloading contact {host}; nothing else does.</source>
        <translation>完整的模型可以聊任何话题。只需下载一次，即可离线使用。只有搜索、检查和下载会连接 {host}，其他操作都不会。</translation>
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
        <source>Asking for the files of {model}…</source>
        <translation>正在查询 {model} 的文件…</translation>
    </message>
    <message>
        <source>Asking for {model}…</source>
        <translation>正在查询 {model}…</translation>
    </message>
    <message>
        <source>The access token is used</source>
        <translation>已启用访问令牌</translation>
    </message>
    <message>
        <source>The access token is removed</source>
        <translation>已移除访问令牌</translation>
    </message>
    <message>
        <source>{model} is downloaded.</source>
        <translation>{model} 已下载。</translation>
    </message>
    <message>
        <source>accept its terms on its page first</source>
        <translation>需先在其页面上接受条款</translation>
    </message>
    <message>
        <source>its makers decide who may download it</source>
        <translation>由作者决定谁可以下载</translation>
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
        <source>Asks {host} for the first megabytes of the file, which say what it takes</source>
        <translation>向 {host} 请求文件开头的几 MB，以得知所需资源</translation>
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
        <source>Downloads a second file along, with which the model sees pictures, or hears sounds</source>
        <translation>一并下载第二个文件，模型用它来看图片或听声音</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>{n} downloads a month</source>
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
        <source>Answers with about {words} a second here</source>
        <translation>在此机器上每秒约回答 {words}</translation>
    </message>
    <message>
        <source>Answers with less than a word a second here</source>
        <translation>在此机器上每秒回答不到一个词</translation>
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
        <source>The program asked for something that Hearth does not do, or wrote it in another way. It was told which field that is.</source>
        <translation>该程序请求了 Hearth 不支持的功能，或写法不同。已告知它是哪个字段。</translation>
    </message>
    <message>
        <source>Give the program the key that is shown above.</source>
        <translation>请将上方显示的密钥提供给该程序。</translation>
    </message>
    <message>
        <source>It came from a web page, or by another name of this machine, that is not on the list in the settings.</source>
        <translation>该请求来自设置列表之外的网页，或使用了不在列表中的本机名称。</translation>
    </message>
    <message>
        <source>Look at the address that the program has of Hearth.</source>
        <translation>请检查该程序中填写的 Hearth 地址。</translation>
    </message>
    <message>
        <source>A request may have 32 MiB.</source>
        <translation>请求最大为 32 MiB。</translation>
    </message>
    <message>
        <source>The program went away before the end.</source>
        <translation>程序在结束前断开了连接。</translation>
    </message>
    <message>
        <source>There was no model, or the API was switched off meanwhile.</source>
        <translation>没有模型，或 API 在此期间被关闭。</translation>
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
        <source>Make a token in the browser</source>
        <translation>在浏览器中创建令牌</translation>
    </message>
    <message>
        <source>Keep token</source>
        <translation>保存令牌</translation>
    </message>
    <message>
        <source>Remove token</source>
        <translation>移除令牌</translation>
    </message>
    <message>
        <source>Asking the {keyring}…</source>
        <translation>正在查询{keyring}…</translation>
    </message>
    <message>
        <source>Until Hearth is closed this token is used.</source>
        <translation>在 Hearth 关闭之前使用此令牌。</translation>
    </message>
    <message>
        <source>&amp;Token for {host}</source>
        <translation>{host} 的令牌(&amp;T)</translation>
    </message>
    <message>
        <source>The environment variable HF_TOKEN brings a token, which is used in place of one that you keep here.</source>
        <translation>环境变量 HF_TOKEN 中已有令牌，将代替此处保存的令牌使用。</translation>
    </message>
    <message>
        <source>The makers of some models give them only to those who have signed in at {host} and accepted their terms. A token for reading shows that it is you. It is kept in the {keyring} of this system and sent to {host} alone.</source>
        <translation>有些模型的作者只向已在 {host} 登录并接受其条款的用户提供模型。读取令牌可证明您的身份。它保存在此系统的{keyring}中，且只发送给 {host}。</translation>
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
        <source>The child that asked for them {ending}.</source>
        <translation>查询设备的子进程未正常完成：{ending}。</translation>
    </message>
    <message>
        <source>The devices could not be listed</source>
        <translation>无法列出设备</translation>
    </message>
    <message>
        <source>This build has a backend for GPUs, which finds none: a driver may be missing.</source>
        <translation>此构建带有 GPU 后端，但未找到 GPU：可能缺少驱动程序。</translation>
    </message>
    <message>
        <source>This build uses the processor only. Builds for graphics cards are listed below.</source>
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
        <source>Load one to see what it takes, and where.</source>
        <translation>加载模型后可查看其占用的资源和位置。</translation>
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
        <source>It answers on a server: what it takes there, only that knows.</source>
        <translation>它在服务器上回答：它在那里占用多少资源，只有服务器知道。</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>It is with every answer, or when you measure it.</source>
        <translation>每次回答时会测量，也可以手动测量。</translation>
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
        <source>{n} tokens a second</source>
        <translation>每秒 {n} 个 token</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>A configuration is tried in a process of its own when a model is loaded first.</source>
        <translation>首次加载模型时，会在单独的进程中尝试配置。</translation>
    </message>
    <message>
        <source>Not tested yet on this machine</source>
        <translation>尚未在此计算机上测试</translation>
    </message>
    <message>
        <source>Passed before</source>
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
        <source>one single library</source>
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
        <source>weights {weights} + KV cache {cache} + computing {compute} = {together}</source>
        <translation>权重 {weights} + KV 缓存 {cache} + 计算 {compute} = {together}</translation>
    </message>
    <message>
        <source>{n} of {n_all} layers, output included</source>
        <translation>{n} / {n_all} 层（含输出层）</translation>
    </message>
    <message>
        <source>{ms} ms there and back</source>
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
        <source>Each is one command, in the folder of Hearth&apos;s source code.</source>
        <translation>每种构建只需一条命令，在 Hearth 的源代码文件夹中运行。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>Choose how much of it is on the GPU, and more</source>
        <translation>选择放在 GPU 上的部分及其他选项</translation>
    </message>
    <message>
        <source>Let the loaded model read and write some tokens</source>
        <translation>让已加载的模型读取并生成一些 token</translation>
    </message>
    <message>
        <source>Load a model on this machine to measure how fast it is</source>
        <translation>加载本机上的模型以测量其速度</translation>
    </message>
    <message>
        <source>Forget what the self-test found out, test again, and reload the model</source>
        <translation>清除自检结果，重新测试，并重新加载模型</translation>
    </message>
    <message>
        <source>What Hearth uses on this computer to run models, and what it cannot use.</source>
        <translation>Hearth 在这台电脑上运行模型时使用了什么，以及无法使用什么。</translation>
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
        <source>Make a new key</source>
        <translation>生成新密钥</translation>
    </message>
    <message>
        <source>Programs that have the old key are refused then</source>
        <translation>之后持有旧密钥的程序将被拒绝</translation>
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
        <source>Text to paste for curl, Python, Zed, Continue and others</source>
        <translation>供 curl、Python、Zed、Continue 等粘贴的文本</translation>
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
        <source>Wait until the answers that are being written have ended.</source>
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
        <source>Hearth is running already, but does not answer.</source>
        <translation>Hearth 已在运行，但没有响应。</translation>
    </message>
    <message>
        <source>No second window was opened; your chats are untouched.</source>
        <translation>未打开第二个窗口；聊天未受影响。</translation>
    </message>
    <message>
        <source>Wait a moment, or end that Hearth (it may be on another computer that shares this folder), and start it again.</source>
        <translation>请稍候，或结束那个 Hearth（它可能位于共享此文件夹的另一台计算机上），然后重新启动。</translation>
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
        <source>Text that any editor opens. Code and formulas stay as they were written.</source>
        <translation>任何编辑器都能打开的文本。代码和公式保持原样。</translation>
    </message>
    <message>
        <source>One file for the browser, with colours and formulas. It needs no network.</source>
        <translation>可在浏览器中打开的单个文件，带有颜色和公式。无需网络。</translation>
    </message>
    <message>
        <source>Pages to print or to pass on.</source>
        <translation>适合打印或分享的页面。</translation>
    </message>
    <message>
        <source>Everything, with all versions of messages. Hearth can import it again.</source>
        <translation>全部内容，包括消息的所有版本。Hearth 可以重新导入。</translation>
    </message>
    <message>
        <source>Everything, with all versions of messages and the files of pictures and sounds. Hearth can import it again.</source>
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
        <source>Each chat becomes a file in a folder that you choose.</source>
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
        <source>Nothing was exported: you stopped it.</source>
        <translation>未导出任何内容：操作已被您停止。</translation>
    </message>
    <message>
        <source>{chats} exported to {path}</source>
        <translation>已将 {chats}导出到 {path}</translation>
    </message>
    <message>
        <source>You stopped it before all were done.</source>
        <translation>操作在全部完成之前已被您停止。</translation>
    </message>
    <message>
        <source>{chats} had been deleted meanwhile.</source>
        <translation>{chats}在此期间已被删除。</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>找到的内容</translation>
    </message>
    <message>
        <source>Import chats again that are already here</source>
        <translation>重新导入已存在的聊天</translation>
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
        <source>Cannot be read: {n}</source>
        <translation>无法读取：{n}</translation>
    </message>
    <message>
        <source>Files with damaged text: {n}</source>
        <translation>文本损坏的文件：{n}</translation>
    </message>
    <message>
        <source>Importing… You can go on chatting meanwhile.</source>
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
        <source>You stopped it; the other chats were not imported.</source>
        <translation>操作已被您停止；其他聊天未导入。</translation>
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
        <source>Cannot be read: {name}. {reason}</source>
        <translation>无法读取：{name}。{reason}</translation>
    </message>
    <message>
        <source>and {n} more that cannot be read</source>
        <translation>以及另外 {n} 个无法读取的项目</translation>
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
        <source>{name} (the file is no longer there)</source>
        <translation>{name}（文件已不存在）</translation>
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
        <source>What the chat template of the model does by itself</source>
        <translation>模型的聊天模板自身的行为</translation>
    </message>
    <message>
        <source>Where the chat template writes this at the beginning, the chat is read again</source>
        <translation>如果聊天模板把它写在开头，整个聊天会被重新读取</translation>
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
        <source>No models here yet.
Add the folder in which your GGUF files lie, or get a model.</source>
        <translation>这里还没有模型。
请添加存放 GGUF 文件的文件夹，或获取模型。</translation>
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
        <source>Models are used where they are: in your folders, and in those of other programs. Nothing is copied.</source>
        <translation>模型在原处使用：在您的文件夹以及其他程序的文件夹中。不会复制任何内容。</translation>
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
        <source>Delete it in {program}, which looks after it</source>
        <translation>由 {program} 管理，请在其中删除</translation>
    </message>
    <message>
        <source>{name} is in the {trash}</source>
        <translation>{name} 已移到{trash}</translation>
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
        <source>More know more, and are slower</source>
        <translation>越多则知识越丰富，但速度越慢</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>How many bits each number of the model has</source>
        <translation>模型中每个数值所用的位数</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Tokens of conversation that the model was trained for</source>
        <translation>模型训练时的上下文长度（token 数）</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size of its files</source>
        <translation>文件大小</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>能否运行</translation>
    </message>
    <message>
        <source>Whether it fits into the memory that is free now</source>
        <translation>当前可用内存是否放得下</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Where the model was found</source>
        <translation>找到该模型的位置</translation>
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
        <source>{n_used} of {n_all} experts used for each token</source>
        <translation>每个 token 使用 {n_used} / {n_all} 个专家</translation>
    </message>
    <message>
        <source>no chat template: it continues texts rather than answering</source>
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
        <source>Hearth does not open addresses of this kind.</source>
        <translation>Hearth 不会打开此类地址。</translation>
    </message>
    <message>
        <source>Its name is written “{name}”, in letters that look like others.</source>
        <translation>其名称写作“{name}”，其中的字母与其他字母外形相似。</translation>
    </message>
    <message>
        <source>Its name has letters that cannot be shown, and may look like another.</source>
        <translation>其名称含有无法显示的字母，可能与其他名称相似。</translation>
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
        <source>Stored memory of each chat</source>
        <translation>每个聊天已存储的记忆</translation>
    </message>
    <message>
        <source>Storage used</source>
        <translation>已用存储空间</translation>
    </message>
    <message>
        <source>What models have computed for your chats is kept on disk, so that a chat continues at once. Deleting it costs time when you open the chat again, but never a message.</source>
        <translation>模型为聊天计算的结果会保存在磁盘上，使聊天可以立即继续。将其删除后，再次打开聊天会多花一些时间，但绝不会丢失消息。</translation>
    </message>
    <message>
        <source>Another Hearth window is open and manages the memory; nothing can be changed here.</source>
        <translation>另一个 Hearth 窗口已打开并负责管理聊天记忆，此处无法更改。</translation>
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
        <source>Size of the stored memory; what chats share is counted for each of them</source>
        <translation>已存储记忆的大小；聊天之间共享的部分会分别计入每个聊天</translation>
    </message>
    <message>
        <source>How soon an answer would begin, measured on this machine</source>
        <translation>多久之后开始回答，根据此计算机上的测量得出</translation>
    </message>
    <message>
        <source>Never delete this to free space</source>
        <translation>绝不为释放空间而删除</translation>
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
        <source>{size} of it is shared with other chats</source>
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
        <source>… {n} more characters; Copy takes all of them.</source>
        <translation>… 还有 {n} 个字符；使用“复制”可复制全部内容。</translation>
    </message>
    <message>
        <source>&amp;Add adapter…</source>
        <translation>添加适配器(&amp;A)…</translation>
    </message>
    <message>
        <source>A LoRA adapter changes how a model speaks; 1 is as trained.</source>
        <translation>LoRA 适配器会改变模型的表达方式；1 为训练时的强度。</translation>
    </message>
    <message>
        <source>Scale of {name}</source>
        <translation>{name} 的强度</translation>
    </message>
    <message>
        <source>{device} (not there)</source>
        <translation>{device}（不存在）</translation>
    </message>
    <message>
        <source>Main GPU</source>
        <translation>主 GPU</translation>
    </message>
    <message>
        <source>The main GPU is filled before the others. Shares are those of the layers, such as 3 and 1; without any, each gets as many as fit.</source>
        <translation>会先填满主 GPU，再使用其他 GPU。分配比例是指层数之比，例如 3 和 1；未指定时，每个 GPU 尽可能多放。</translation>
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
        <source>No smaller model with the same vocabulary is on this machine</source>
        <translation>此电脑上没有词表相同的更小模型</translation>
    </message>
    <message>
        <source>A small model that proposes the next words; this model checks each of them, so that answers come faster without changing</source>
        <translation>由小模型提前给出后面的词，再由此模型逐一核对，回答更快而内容不变</translation>
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
        <source>The processor computes the other layers</source>
        <translation>其余层由处理器计算</translation>
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
        <source>Kept in memory</source>
        <translation>锁定在内存中</translation>
    </message>
    <message>
        <source>Read at the start</source>
        <translation>加载时读入</translation>
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
        <source>Tokens that the model keeps in mind</source>
        <translation>模型能够记住的 token 数量</translation>
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
        <translation>选择“自动”时，使用电池供电则减半</translation>
    </message>
    <message>
        <source>Weig&amp;hts</source>
        <translation>权重(&amp;H)</translation>
    </message>
    <message>
        <source>Mapped weights are read when they are needed, and again if memory ran short. “Read at the start” copies them into memory.</source>
        <translation>“内存映射”的权重会按需读取，内存不足后需再次读取。“加载时读入”会将其复制到内存中。</translation>
    </message>
    <message>
        <source>Faster on GPUs, with less memory; without a GPU it is used where it helps</source>
        <translation>在 GPU 上更快、占用内存更少；没有 GPU 时仅在有益处时使用</translation>
    </message>
    <message>
        <source>You can go back in a chat without rereading it, for more memory</source>
        <translation>可在聊天中返回之前的位置而无需重新读取，但占用更多内存</translation>
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
        <source>8 bits halve what a chat takes in memory and on disk, for a little precision.</source>
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
        <source>8 bits take {size} less in this context.</source>
        <translation>在此上下文中，8 位可节省 {size}。</translation>
    </message>
    <message>
        <source>8 bits take {size} less in this context, about {chat} of it for the open chat.</source>
        <translation>在此上下文中，8 位可节省 {size}，其中当前聊天约占 {chat}。</translation>
    </message>
    <message>
        <source>What other machines take is not counted.</source>
        <translation>未计入其他机器所承担的部分。</translation>
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
        <source>The template in the model file is used.</source>
        <translation>使用模型文件中的模板。</translation>
    </message>
    <message>
        <source>What the model reads</source>
        <translation>模型读取的内容</translation>
    </message>
    <message>
        <source>&amp;Insert the model&apos;s own</source>
        <translation>插入模型自带的模板(&amp;I)</translation>
    </message>
    <message>
        <source>What the model reads of a short chat</source>
        <translation>模型从一段简短聊天中读取的内容</translation>
    </message>
    <message>
        <source>Chat te&amp;mplate</source>
        <translation>聊天模板(&amp;M)</translation>
    </message>
    <message>
        <source>Writes a chat as the text that the model was trained on, in Jinja. Change it only if the file has a wrong one.</source>
        <translation>使用 Jinja 将聊天写成模型训练时使用的文本格式。仅在文件自带的模板有误时才需更改。</translation>
    </message>
    <message>
        <source>This text is too long for a chat template, and was not inserted.</source>
        <translation>此文本过长，不能作为聊天模板，因此未插入。</translation>
    </message>
    <message>
        <source>{model} answered this chat.</source>
        <translation>此聊天由 {model} 回答。</translation>
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
        <source>The server of {model}, which answered this chat, was removed.</source>
        <translation>回答此聊天的 {model} 所在的服务器已被移除。</translation>
    </message>
    <message>
        <source>{model} can go on, but must read the chat first.</source>
        <translation>{model} 可以继续，但需要先读取此聊天。</translation>
    </message>
    <message>
        <source>{model} can go on, but must read the chat first (about {time}).</source>
        <translation>{model} 可以继续，但需要先读取此聊天（约 {time}）。</translation>
    </message>
    <message>
        <source>It answers on {server}, which then reads the chat.</source>
        <translation>它在 {server} 上回答，届时该服务器会读取此聊天。</translation>
    </message>
    <message>
        <source>The loaded model can go on with it: {server} then reads the chat.</source>
        <translation>已加载的模型可以继续此聊天：{server} 届时会读取聊天内容。</translation>
    </message>
    <message>
        <source>{model}, which answered this chat, is not on this machine any more.</source>
        <translation>回答此聊天的 {model} 已不在此计算机上。</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>选择其他模型…</translation>
    </message>
    <message>
        <source>Any other model can go on with it.</source>
        <translation>任何其他模型都可以继续此聊天。</translation>
    </message>
    <message>
        <source>Built in and tiny: knows Hearth and nothing else.</source>
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
        <source>Choose which model answers</source>
        <translation>选择用于回答的模型</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>未打开模型</translation>
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
        <source>This model is loaded again as soon as you write.</source>
        <translation>开始输入后会立即重新加载此模型。</translation>
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
        <source>Answers of this model are computed token by token</source>
        <translation>此模型的回答逐个 token 计算</translation>
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
        <source>This stops the running answer; what it says so far is kept.</source>
        <translation>这会停止正在进行的回答；已生成的内容会保留。</translation>
    </message>
    <message>
        <source>{answers} are running. This stops them; what they say so far is kept.</source>
        <translation>{answers}正在进行。这会停止这些回答；已生成的内容会保留。</translation>
    </message>
    <message>
        <source>Close notice</source>
        <translation>关闭此通知</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} 到 {high}</translation>
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
        <source>not possible now</source>
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
        <source>Name of the prompt</source>
        <translation>提示词名称</translation>
    </message>
    <message>
        <source>Text of the prompt</source>
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
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>Type / in the message field to use it. {clipboard} and {date} are filled in; the first other name in double braces is selected, to be written over.</source>
        <translation>在消息输入框中输入 / 即可使用。{clipboard} 和 {date} 会自动填入；双花括号中的第一个其他名称会被选中，以便直接改写。</translation>
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
        <source>There is no model yet that could answer. Choose one in Hearth.</source>
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
        <source>I know that others in my network can read it</source>
        <translation>我知道网络中的其他人可以读取这些内容</translation>
    </message>
    <message>
        <source>Remove the kept key</source>
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
        <source>&amp;Key, if it wants one</source>
        <translation>密钥（如果需要）(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Certificate file, for a server whose certificate this system does not know</source>
        <translation>证书文件，用于证书不被此系统认可的服务器(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Models, for a server that does not list its own: names with commas between</source>
        <translation>模型，用于不列出自身模型的服务器：名称之间用逗号分隔(&amp;M)</translation>
    </message>
    <message>
        <source>For a server that does not say so itself</source>
        <translation>用于自身未说明这一点的服务器</translation>
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
        <source>The kept one stays, unless you write another.</source>
        <translation>已保存的密钥会保留，除非您填写新的密钥。</translation>
    </message>
    <message>
        <source>It is kept in the {keyring} of this system and sent to this server alone.</source>
        <translation>它保存在此系统的{keyring}中，且只发送给此服务器。</translation>
    </message>
    <message>
        <source>Of a server with an API like OpenAI&apos;s, such as llama-server, vLLM or another Hearth. Nothing is sent before you connect.</source>
        <translation>提供类似 OpenAI 的 API 的服务器，例如 llama-server、vLLM 或另一个 Hearth。在您连接之前不会发送任何内容。</translation>
    </message>
    <message>
        <source>More about “{setting}”</source>
        <translation>关于“{setting}”的更多信息</translation>
    </message>
    <message>
        <source>Given on the command line, for this run.</source>
        <translation>由命令行指定，仅用于本次运行。</translation>
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
        <source>Groups of settings</source>
        <translation>设置分组</translation>
    </message>
    <message>
        <source>{keys} was taken away from “{action}”.</source>
        <translation>已从“{action}”移除 {keys}。</translation>
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
        <source>{keys} alone is needed for writing.</source>
        <translation>{keys} 单独使用时用于输入文字。</translation>
    </message>
    <message>
        <source>The action keeps the keys it had.</source>
        <translation>该操作保留原有的快捷键。</translation>
    </message>
    <message>
        <source>Press it together with {modifier} or Alt.</source>
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
        <source>Delete folder; its chats stay</source>
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
        <source>Nothing found for {words}.</source>
        <translation>未找到“{words}”。</translation>
    </message>
    <message>
        <source>Other filters may find more.</source>
        <translation>更改筛选条件可能会找到更多内容。</translation>
    </message>
    <message>
        <source>The newest {results}; another word narrows them down.</source>
        <translation>最新的 {results}；再添加一个词可缩小范围。</translation>
    </message>
    <message>
        <source>{results} inside other words</source>
        <translation>{results}出现在其他词内</translation>
    </message>
    <message>
        <source>Still indexing: {messages} to go.</source>
        <translation>仍在编制索引：还剩 {messages}。</translation>
    </message>
    <message>
        <source>Archived chats</source>
        <translation>已归档的聊天</translation>
    </message>
    <message>
        <source>No archived chats.
Archived chats are out of the way and stay as they are.</source>
        <translation>没有已归档的聊天。
归档的聊天会被收起，内容保持原样。</translation>
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
        <source>Stays for {days} more</source>
        <translation>还会保留 {days}</translation>
    </message>
    <message>
        <source>stays for {days} more</source>
        <translation>还会保留 {days}</translation>
    </message>
    <message>
        <source>The stored memory of this chat is damaged and not used. The model will reread the chat when you send.</source>
        <translation>此聊天已存储的记忆已损坏，未使用。发送消息时模型会重新读取此聊天。</translation>
    </message>
    <message>
        <source>The memory of this model cannot be stored. It will reread the chat when you send.</source>
        <translation>无法存储此模型的聊天记忆。发送消息时它会重新读取此聊天。</translation>
    </message>
    <message>
        <source>Storing is switched off. The model will reread the chat when you send.</source>
        <translation>存储已关闭。发送消息时模型会重新读取此聊天。</translation>
    </message>
    <message>
        <source>something before them was changed</source>
        <translation>之前的内容有改动</translation>
    </message>
    <message>
        <source>this model shows its earlier answers without their thinking</source>
        <translation>此模型不显示其之前回答中的思考内容</translation>
    </message>
    <message>
        <source>the system prompt was changed</source>
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
        <source>a setting of the model or its llama.cpp has changed</source>
        <translation>模型设置或其 llama.cpp 有变化</translation>
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
        <source>On disk, {size}, first word after {time}</source>
        <translation>在磁盘上，{size}，{time} 后开始回答</translation>
    </message>
    <message>
        <source>Read for the first time in {time}; from now on it is quick.</source>
        <translation>首次读取用时 {time}；以后会很快。</translation>
    </message>
    <message>
        <source>Resumed {tokens} from disk in {time}</source>
        <translation>已从磁盘恢复 {tokens}，用时 {time}</translation>
    </message>
    <message>
        <source>{n} tokens/s</source>
        <translation>{n} token/秒</translation>
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
        <source>Not read by this model yet</source>
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
        <source>Not in memory: the first word takes {time}</source>
        <translation>不在内存中：{time} 后开始回答</translation>
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
        <source>Read all again</source>
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
        <source>Stopped when another model was opened</source>
        <translation>因打开其他模型而停止</translation>
    </message>
    <message>
        <source>Answer of {model}</source>
        <translation>{model} 的回答</translation>
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
        <source>Stopped</source>
        <translation>已停止</translation>
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
        <source>This model takes neither pictures nor sounds: it reads only their names</source>
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
        <source>The model reads from here on</source>
        <translation>模型从此处开始读取</translation>
    </message>
    <message>
        <source>How often these words stand in the chat</source>
        <translation>这些词在聊天中出现的次数</translation>
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
        <source>{n} of {all}</source>
        <translation>第 {n} 处，共 {all} 处</translation>
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
        <source>Add a server to chat with a model that runs elsewhere: on any machine with an API like OpenAI&apos;s, or with another Hearth.</source>
        <translation>添加服务器，即可与在别处运行的模型聊天：任何提供类似 OpenAI 的 API 的电脑，或另一个 Hearth。</translation>
    </message>
    <message>
        <source>Asking {server}…</source>
        <translation>正在询问 {server}…</translation>
    </message>
    <message>
        <source>{server} answers: {models}</source>
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
        <source>Models on another machine, or in another program on this one. What you write goes there only while one of them is loaded.</source>
        <translation>位于另一台电脑或本机另一个程序中的模型。只有在加载了其中之一时，您写的内容才会发送到那里。</translation>
    </message>
    <message>
        <source>Read the whole chat again</source>
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
        <source>The answer ended with a problem.</source>
        <translation>回答因出现问题而结束。</translation>
    </message>
    <message>
        <source>Hearth stays in the tray</source>
        <translation>Hearth 仍在托盘中运行</translation>
    </message>
    <message>
        <source>“Quit” ends it. Settings say whether it stays.</source>
        <translation>选择“退出”可结束运行。可在设置中选择是否保留在托盘中。</translation>
    </message>
    <message>
        <source>Show Hearth</source>
        <translation>显示 Hearth</translation>
    </message>
    <message>
        <source>Your message cannot be saved.</source>
        <translation>无法保存您的消息。</translation>
    </message>
    <message>
        <source>It is still in the field. It would be lost if Hearth ended now.</source>
        <translation>消息仍在输入框中。如果 Hearth 现在结束，消息将会丢失。</translation>
    </message>
    <message>
        <source>Free some space on the disk; Hearth tries again while you write.</source>
        <translation>请释放一些磁盘空间；Hearth 会在您输入时重试。</translation>
    </message>
    <message>
        <source>Make the folder {folder} writable, then start Hearth again.</source>
        <translation>请使文件夹 {folder} 可写，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>Some messages that you had not sent could not be read.</source>
        <translation>部分尚未发送的消息无法读取。</translation>
    </message>
    <message>
        <source>Your chats are not affected; what could be read is in its field again.</source>
        <translation>聊天不受影响；可读取的内容已放回各自的输入框。</translation>
    </message>
    <message>
        <source>Copy what you need from {file} before you continue writing.</source>
        <translation>继续输入之前，请从 {file} 复制所需的内容。</translation>
    </message>
    <message>
        <source>Copy what you need from {file}; it is deleted at the next start.</source>
        <translation>请从 {file} 复制所需的内容；该文件会在下次启动时删除。</translation>
    </message>
    <message>
        <source>This system has no OpenSSL, which Hearth needs for a safe connection.</source>
        <translation>此系统没有 OpenSSL，Hearth 需要它来建立安全连接。</translation>
    </message>
    <message>
        <source>Install OpenSSL 3 (on Debian and Ubuntu the package libssl3).</source>
        <translation>请安装 OpenSSL 3（在 Debian 和 Ubuntu 上为软件包 libssl3）。</translation>
    </message>
    <message>
        <source>There was no complete answer within {n} seconds.</source>
        <translation>{n} 秒内未收到完整的响应。</translation>
    </message>
    <message>
        <source>The list of versions is far too long.</source>
        <translation>版本列表过长。</translation>
    </message>
    <message>
        <source>The server gave an unexpected answer ({status}).</source>
        <translation>服务器的响应不符合预期（{status}）。</translation>
    </message>
    <message>
        <source>{host} was not found. Is this machine online?</source>
        <translation>未找到 {host}。此计算机是否已联网？</translation>
    </message>
    <message>
        <source>{host} accepts no connections at the moment.</source>
        <translation>{host} 目前不接受连接。</translation>
    </message>
    <message>
        <source>{host} closed the connection too early.</source>
        <translation>{host} 过早关闭了连接。</translation>
    </message>
    <message>
        <source>{host} could not prove that it is {host}.</source>
        <translation>{host} 无法证明自己是 {host}。</translation>
    </message>
    <message>
        <source>{host} has no list of versions there.</source>
        <translation>{host} 在该处没有版本列表。</translation>
    </message>
    <message>
        <source>{host} points to an address that is not safe.</source>
        <translation>{host} 指向不安全的地址。</translation>
    </message>
    <message>
        <source>{host} redirects too many times.</source>
        <translation>{host} 的重定向次数过多。</translation>
    </message>
    <message>
        <source>{host} answered with an error ({status}).</source>
        <translation>{host} 返回了错误（{status}）。</translation>
    </message>
    <message>
        <source>{host} could not be reached. Is this machine online?</source>
        <translation>无法连接到 {host}。此计算机是否已联网？</translation>
    </message>
    <message>
        <source>A library that Hearth needs for this is missing on this system.</source>
        <translation>此系统缺少 Hearth 执行此操作所需的库。</translation>
    </message>
    <message>
        <source>Open {address} in your browser.</source>
        <translation>请在浏览器中打开 {address}。</translation>
    </message>
    <message>
        <source>Paused to make room, continues by itself</source>
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
        <source>The model answers on a server; your chats are stored on this machine.</source>
        <translation>模型在服务器上回答；您的聊天保存在本机。</translation>
    </message>
    <message>
        <source>Nothing of this chat is written to the disk; leaving it deletes it.</source>
        <translation>此聊天的任何内容都不会写入磁盘；离开即删除。</translation>
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
        <source>It is one file, downloaded once, and works offline.</source>
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
        <source>The other language is there when Hearth is opened next</source>
        <translation>下次打开 Hearth 时将使用新的语言</translation>
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
        <source>It holds a file that does not belong in it.</source>
        <translation>其中包含不属于它的文件。</translation>
    </message>
    <message>
        <source>It holds two files of one name.</source>
        <translation>其中包含两个同名文件。</translation>
    </message>
    <message>
        <source>Something in it is compressed, which Hearth never does.</source>
        <translation>其中有压缩内容，而 Hearth 从不压缩。</translation>
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
        <source>One on each line. An answer ends before any of them.</source>
        <translation>每行一个。回答会在其中任何一个之前结束。</translation>
    </message>
    <message>
        <source>Order of the samplers</source>
        <translation>采样器顺序</translation>
    </message>
    <message>
        <source>Likelier and less likely words</source>
        <translation>更可能和更不可能出现的词</translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation>停止文本</translation>
    </message>
    <message>
        <source>Those that are not named come after, in their usual order.</source>
        <translation>未列出的按通常顺序排在后面。</translation>
    </message>
    <message>
        <source>There is no sampler “{name}”.</source>
        <translation>没有采样器“{name}”。</translation>
    </message>
    <message>
        <source>One on each line, with a number from -100 (never) to 100 (whenever it can). It goes by the token with which the word begins.</source>
        <translation>每行一个，后跟 -100（从不）到 100（尽可能）之间的数字。以该词开头的 token 为准。</translation>
    </message>
    <message>
        <source>At most {n} of these words can be changed; line {line} is one too many.</source>
        <translation>最多可以更改 {n} 个词；第 {line} 行超出了上限。</translation>
    </message>
    <message>
        <source>Line {n} needs a word, “=” and a number from -100 to 100.</source>
        <translation>第 {n} 行需要一个词、“=”和 -100 到 100 之间的数字。</translation>
    </message>
    <message>
        <source>gave no readable answer</source>
        <translation>没有给出可读的回答</translation>
    </message>
    <message>
        <source>died of an access violation ({status})</source>
        <translation>访问冲突（{status}）</translation>
    </message>
    <message>
        <source>died of a page that could not be read ({status})</source>
        <translation>无法读取的内存页（{status}）</translation>
    </message>
    <message>
        <source>died of no memory ({status})</source>
        <translation>内存不足（{status}）</translation>
    </message>
    <message>
        <source>died of an instruction that the processor does not know ({status})</source>
        <translation>处理器不支持的指令（{status}）</translation>
    </message>
    <message>
        <source>died of a division by zero ({status})</source>
        <translation>除以零（{status}）</translation>
    </message>
    <message>
        <source>died of a stack overflow ({status})</source>
        <translation>堆栈溢出（{status}）</translation>
    </message>
    <message>
        <source>died of a missing DLL ({status})</source>
        <translation>缺少 DLL（{status}）</translation>
    </message>
    <message>
        <source>died of a function that a DLL lacks ({status})</source>
        <translation>DLL 缺少函数（{status}）</translation>
    </message>
    <message>
        <source>died of Ctrl+C ({status})</source>
        <translation>Ctrl+C（{status}）</translation>
    </message>
    <message>
        <source>died of a DLL that could not be started ({status})</source>
        <translation>无法启动的 DLL（{status}）</translation>
    </message>
    <message>
        <source>died of a damaged heap ({status})</source>
        <translation>堆已损坏（{status}）</translation>
    </message>
    <message>
        <source>died of a check of its own, or abort ({status})</source>
        <translation>自身检查或 abort（{status}）</translation>
    </message>
    <message>
        <source>died of abort ({status})</source>
        <translation>abort（{status}）</translation>
    </message>
    <message>
        <source>died of an exception of C++ that nobody caught ({status})</source>
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
        <source>died of signal {number}</source>
        <translation>因信号 {number} 终止</translation>
    </message>
    <message>
        <source>died of abort</source>
        <translation>因 abort 终止</translation>
    </message>
    <message>
        <source>Correct it in the settings of the chat, under “Form of the answer”.</source>
        <translation>请在聊天设置的“回答的形式”中更正。</translation>
    </message>
    <message>
        <source>That is in line {line}, column {column} of the grammar that answers of this chat are bound to; the model was not asked.</source>
        <translation>位于此聊天回答所遵循语法的第 {line} 行第 {column} 列；未向模型提问。</translation>
    </message>
    <message>
        <source>That is in line {line}, column {column} of the JSON schema that answers of this chat are bound to; the model was not asked.</source>
        <translation>位于此聊天回答所遵循 JSON 模式的第 {line} 行第 {column} 列；未向模型提问。</translation>
    </message>
    <message>
        <source>A rule “root” is missing: with it every answer begins.</source>
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
        <source>A grammar has at most {n} characters.</source>
        <translation>语法最多 {n} 个字符。</translation>
    </message>
    <message>
        <source>This character cannot stand in a grammar.</source>
        <translation>语法中不能出现此字符。</translation>
    </message>
    <message>
        <source>The grammar is too large: its repetitions make too much of it.</source>
        <translation>语法太大：重复使其过度膨胀。</translation>
    </message>
    <message>
        <source>The grammar is nested too deeply.</source>
        <translation>这个语法嵌套得太深。</translation>
    </message>
    <message>
        <source>“::=” is expected after the name of a rule.</source>
        <translation>规则名称后应为“::=”。</translation>
    </message>
    <message>
        <source>“{found}” cannot stand here.</source>
        <translation>此处不能出现“{found}”。</translation>
    </message>
    <message>
        <source>Too many brackets within brackets.</source>
        <translation>括号嵌套太多。</translation>
    </message>
    <message>
        <source>This bracket is not closed.</source>
        <translation>此括号未闭合。</translation>
    </message>
    <message>
        <source>“{found}” cannot stand here; “)” is missing.</source>
        <translation>此处不能出现“{found}”；缺少“)”。</translation>
    </message>
    <message>
        <source>This text is not closed by a quotation mark.</source>
        <translation>此文本没有以引号结束。</translation>
    </message>
    <message>
        <source>This set of characters is not closed by “]”.</source>
        <translation>此字符集没有以“]”结束。</translation>
    </message>
    <message>
        <source>This range runs backwards.</source>
        <translation>此范围是反向的。</translation>
    </message>
    <message>
        <source>“[^]” names no character; “.” stands for any.</source>
        <translation>“[^]”未指定字符；“.”表示任意字符。</translation>
    </message>
    <message>
        <source>{n} hexadecimal digits are expected after “\{mark}”.</source>
        <translation>“\{mark}”后应为 {n} 位十六进制数字。</translation>
    </message>
    <message>
        <source>This escape is not known; there are {escapes}.</source>
        <translation>未知的转义；可用的有 {escapes}。</translation>
    </message>
    <message>
        <source>“&lt;” with a token is expected after “!”.</source>
        <translation>“!”后应为“&lt;”和一个 token。</translation>
    </message>
    <message>
        <source>This token is not closed by “&gt;”.</source>
        <translation>此 token 没有以“&gt;”结束。</translation>
    </message>
    <message>
        <source>No token has such a large number.</source>
        <translation>没有编号如此大的 token。</translation>
    </message>
    <message>
        <source>“]&gt;” is expected after the number of a token.</source>
        <translation>token 编号后应为“]&gt;”。</translation>
    </message>
    <message>
        <source>“{sign}” must follow what it repeats.</source>
        <translation>“{sign}”必须跟在其重复的内容之后。</translation>
    </message>
    <message>
        <source>“}” is expected here.</source>
        <translation>此处应为“}”。</translation>
    </message>
    <message>
        <source>“,” or “}” is expected here.</source>
        <translation>此处应为“,”或“}”。</translation>
    </message>
    <message>
        <source>At most {n} repetitions are possible.</source>
        <translation>最多可重复 {n} 次。</translation>
    </message>
    <message>
        <source>The second number is smaller than the first.</source>
        <translation>第二个数小于第一个数。</translation>
    </message>
    <message>
        <source>The name of a rule is expected here: letters, digits and “-”, then “::=”.</source>
        <translation>此处应为规则名称：字母、数字和“-”，然后是“::=”。</translation>
    </message>
    <message>
        <source>A number is expected here.</source>
        <translation>此处应为数字。</translation>
    </message>
    <message>
        <source>A schema has at most {n} characters.</source>
        <translation>模式最多 {n} 个字符。</translation>
    </message>
    <message>
        <source>This is no JSON: {reason}.</source>
        <translation>这不是 JSON：{reason}。</translation>
    </message>
    <message>
        <source>This is no JSON that can be read.</source>
        <translation>这不是可读取的 JSON。</translation>
    </message>
    <message>
        <source>This schema cannot be kept to: {reason}.</source>
        <translation>无法遵守这个模式：{reason}。</translation>
    </message>
    <message>
        <source>Answers are not bound to “{keyword}” here.</source>
        <translation>回答在这里不受“{keyword}”约束。</translation>
    </message>
    <message>
        <source>The schema is nested too deeply.</source>
        <translation>模式嵌套太深。</translation>
    </message>
    <message>
        <source>“false” lets nothing be valid.</source>
        <translation>“false”会使任何值都无效。</translation>
    </message>
    <message>
        <source>A schema in braces is expected here.</source>
        <translation>此处应为花括号中的模式。</translation>
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
        <source>Nothing is written yet, so that an answer may have any form.</source>
        <translation>尚未编写任何内容，回答可以是任何形式。</translation>
    </message>
    <message>
        <source>Every answer that ends by itself has this form.</source>
        <translation>每个自行结束的回答都具有此形式。</translation>
    </message>
    <message>
        <source>This text is too long for a schema or a grammar, and was not inserted.</source>
        <translation>此文本对于模式或语法来说太长，未插入。</translation>
    </message>
    <message>
        <source>Ask what to do</source>
        <translation>询问如何处理</translation>
    </message>
    <message>
        <source>Nothing is sent that does not fit; you choose what helps.</source>
        <translation>放不下的内容不会发送；由您选择处理方式。</translation>
    </message>
    <message>
        <source>Leave out the oldest messages</source>
        <translation>略去最早的消息</translation>
    </message>
    <message>
        <source>The model no longer reads them. They stay in the chat, and you can bring them back.</source>
        <translation>模型不再读取它们。它们仍留在聊天中，可以恢复。</translation>
    </message>
    <message>
        <source>Summarise the oldest messages</source>
        <translation>总结最早的消息</translation>
    </message>
    <message>
        <source>The model reads a summary in their place, which it writes first and you can edit.</source>
        <translation>模型改为读取摘要；摘要由模型先写好，您可以编辑。</translation>
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
        <source>How it goes on</source>
        <translation>后续内容</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>{words} (said)</source>
        <translation>{words}（原文）</translation>
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
        <source>{path} has another vocabulary than the model it is to draft for.</source>
        <translation>{path} 的词表与要为其起草的模型不同。</translation>
    </message>
    <message>
        <source>Its words would mean something else there.</source>
        <translation>它的词在那里会有不同的含义。</translation>
    </message>
    <message>
        <source>Choose a small model of the same family.</source>
        <translation>请选择同一系列的小模型。</translation>
    </message>
    <message>
        <source>{path} cannot take part in drafting: what such a model has computed cannot be taken back.</source>
        <translation>{path} 无法参与起草：此类模型已计算的内容无法撤回。</translation>
    </message>
    <message>
        <source>Choose a model without recurrent layers.</source>
        <translation>请选择没有循环层的模型。</translation>
    </message>
    <message>
        <source>The draft model {path} could not be used.</source>
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
        <source>The file with the API key cannot be used: {path} ({reason}).</source>
        <translation>无法使用 API 密钥文件：{path}（{reason}）。</translation>
    </message>
    <message>
        <source>Other programs cannot ask Hearth; your chats are not affected.</source>
        <translation>其他程序无法向 Hearth 提问；聊天不受影响。</translation>
    </message>
    <message>
        <source>Write one line of {least} to {most} letters, digits and signs into it, or delete it and let Hearth make a new one.</source>
        <translation>请在其中写入一行 {least} 到 {most} 个字母、数字和符号，或删除该文件，让 Hearth 新建一个。</translation>
    </message>
    <message>
        <source>Other programs can ask Hearth at {address}.</source>
        <translation>其他程序可以通过 {address} 向 Hearth 提问。</translation>
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
        <source>Make a new key?</source>
        <translation>生成新密钥？</translation>
    </message>
    <message>
        <source>Programs that have the old one are refused from now on, until they are given the new one.</source>
        <translation>持有旧密钥的程序从现在起会被拒绝，直到为其提供新密钥。</translation>
    </message>
    <message>
        <source>The API has stopped unexpectedly.</source>
        <translation>API 意外停止。</translation>
    </message>
    <message>
        <source>Try again. If that happens again, the log says more.</source>
        <translation>请重试。如果再次发生，日志中有更多信息。</translation>
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
        <source>“Copy” puts the key in its place.</source>
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
        <source>In settings.json. The key goes into the settings of Zed&apos;s agent, below this provider.</source>
        <translation>在 settings.json 中。密钥填入 Zed 的 agent 设置中该提供方的下方。</translation>
    </message>
    <message>
        <source>In ~/.continue/config.yaml.</source>
        <translation>在 ~/.continue/config.yaml 中。</translation>
    </message>
    <message>
        <source>In ~/.codex/config.toml. The key goes into the environment, as HEARTH_KEY.</source>
        <translation>在 ~/.codex/config.toml 中。密钥作为 HEARTH_KEY 放入环境变量。</translation>
    </message>
    <message>
        <source>This model makes embeddings for other programs, and answers no chats.</source>
        <translation>此模型为其他程序生成嵌入向量，不能回答聊天。</translation>
    </message>
    <message>
        <source>The API cannot use port {port} of {address} ({reason}).</source>
        <translation>API 无法使用 {address} 的端口 {port}（{reason}）。</translation>
    </message>
    <message>
        <source>Choose another port, or end the program that uses this one.</source>
        <translation>请选择其他端口，或结束正在使用该端口的程序。</translation>
    </message>
    <message>
        <source>{address} is no address of this machine ({reason}).</source>
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
        <source>Save the picture again in another program, then attach it anew.</source>
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
        <source>The sound has samples that are no numbers.</source>
        <translation>声音中有不是数字的采样。</translation>
    </message>
    <message>
        <source>Convert the sound to WAV or MP3 in another program, then attach it anew.</source>
        <translation>请在其他程序中将声音转换为 WAV 或 MP3，然后再次添加。</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} pixels is empty or too large.</source>
        <translation>{width} × {height} 像素的图片为空或太大。</translation>
    </message>
    <message>
        <source>Attach a picture of at most {side} pixels a side and {pixels} million in all.</source>
        <translation>请添加每边最多 {side} 像素、总共最多 {pixels} 百万像素的图片。</translation>
    </message>
    <message>
        <source>The model cannot see or hear with it. Your chats are untouched.</source>
        <translation>模型无法用它看或听。您的聊天没有变化。</translation>
    </message>
    <message>
        <source>Choose the projector that was published with this model.</source>
        <translation>请选择与此模型一同发布的投影器。</translation>
    </message>
    <message>
        <source>This build of llama.cpp cannot read pictures or sounds.</source>
        <translation>此版本的 llama.cpp 无法读取图片或声音。</translation>
    </message>
    <message>
        <source>Text works as before. Your chats are untouched.</source>
        <translation>文字功能照常。您的聊天没有变化。</translation>
    </message>
    <message>
        <source>Install Hearth from one of its packages, or rebuild llama.cpp.</source>
        <translation>请使用 Hearth 的安装包安装，或重新构建 llama.cpp。</translation>
    </message>
    <message>
        <source>The projector {path} could not be loaded.</source>
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
        <source>Attach another one, or a smaller one.</source>
        <translation>请添加另一个，或更小的。</translation>
    </message>
    <message>
        <source>This picture or sound takes {n} tokens at once, and this model was loaded for {most} at once.</source>
        <translation>此图片或声音一次需要 {n} 个词元，而此模型加载时设为一次 {most} 个。</translation>
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
        <source>A picture of this chat could not be read.</source>
        <translation>无法读取此聊天中的一张图片。</translation>
    </message>
    <message>
        <source>A sound of this chat could not be read.</source>
        <translation>无法读取此聊天中的一段声音。</translation>
    </message>
    <message>
        <source>No answer was written. Your chats are untouched.</source>
        <translation>没有写出回答。您的聊天没有变化。</translation>
    </message>
    <message>
        <source>Send the message again. If that does not help, attach the file anew.</source>
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
        <source>Screen readers say it, and the search finds it. The model does not read it.</source>
        <translation>屏幕阅读器会朗读它，搜索也能找到它。模型不会读取它。</translation>
    </message>
    <message>
        <source>“{name}” could not be played: no program on this machine has opened it.</source>
        <translation>无法播放“{name}”：此计算机上没有程序能打开它。</translation>
    </message>
    <message>
        <source>Save a copy of it and open that in a player of your choice.</source>
        <translation>请保存一份副本，并用您选择的播放器打开。</translation>
    </message>
    <message>
        <source>The sound could not be copied for a player ({reason}).</source>
        <translation>无法为播放器复制声音（{reason}）。</translation>
    </message>
    <message>
        <source>Make room in the folder for temporary files, then try again.</source>
        <translation>请在临时文件夹中腾出空间，然后重试。</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>The description of “{name}” was changed</source>
        <translation>“{name}”的描述已更改</translation>
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
        <source>Show at its own size, or fit it into the window</source>
        <translation>以原始大小显示，或适应窗口</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>保存副本…</translation>
    </message>
    <message>
        <source>The original is no longer there</source>
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
        <source>The model keeps what it sees and hears with.</source>
        <translation>模型仍使用原来的文件来看和听。</translation>
    </message>
    <message>
        <source>Choose the projector that was made for this model; its name often begins with “mmproj”.</source>
        <translation>请选择为此模型制作的投影器，其名称常以“mmproj”开头。</translation>
    </message>
    <message>
        <source>“{name}” is no projector.</source>
        <translation>“{name}”不是投影器。</translation>
    </message>
    <message>
        <source>“{name}” belongs to another model: its vectors have another width.</source>
        <translation>“{name}”属于另一个模型：其向量宽度不同。</translation>
    </message>
    <message>
        <source>Sees and hears with</source>
        <translation>看和听所用的文件</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>&amp;Sees and hears with</source>
        <translation>看和听所用的文件(&amp;S)</translation>
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
        <source>Looking for files with which this model can see or hear…</source>
        <translation>正在查找能让此模型看或听的文件…</translation>
    </message>
    <message>
        <source>No file with which this model can see or hear (a projector, “mmproj”) is on this machine</source>
        <translation>此电脑上没有能让此模型看或听的文件（投影器，“mmproj”）</translation>
    </message>
    <message>
        <source>A second file, the projector, turns pictures and sounds into what this model reads</source>
        <translation>第二个文件（投影器）把图片和声音变成此模型读取的内容</translation>
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
        <source>“{name}” is no text, picture or sound that Hearth can read.</source>
        <translation>“{name}”不是 Hearth 能读取的文本、图片或声音。</translation>
    </message>
    <message>
        <source>Attach a text, a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, FLAC, Ogg, Opus).</source>
        <translation>请附加文本、图片（PNG、JPEG、GIF、WebP、BMP、TIFF）或声音（WAV、MP3、FLAC、Ogg、Opus）。</translation>
    </message>
    <message>
        <source>Choose the projector with which this model sees or hears</source>
        <translation>选择让此模型能看或能听的投影器</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>选择其他模型…</translation>
    </message>
    <message>
        <source>See which models are on this machine</source>
        <translation>查看此电脑上有哪些模型</translation>
    </message>
    <message>
        <source>Open {model}</source>
        <translation>打开 {model}</translation>
    </message>
    <message>
        <source>Open {model}, which takes them</source>
        <translation>打开能接收它们的 {model}</translation>
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
        <source>Nothing of what was said is lost.</source>
        <translation>已说出的内容不会丢失。</translation>
    </message>
    <message>
        <source>{server} does not accept the key, or wants one.</source>
        <translation>{server} 不接受该密钥，或需要密钥。</translation>
    </message>
    <message>
        <source>Give Hearth the key of this server under “Servers…”.</source>
        <translation>请在“服务器…”中把该服务器的密钥交给 Hearth。</translation>
    </message>
    <message>
        <source>{server} knows no such address, or no such model.</source>
        <translation>{server} 没有这个地址或这个模型。</translation>
    </message>
    <message>
        <source>Check under “Servers…” whether its address ends as its makers say, mostly in /v1, and which models it has.</source>
        <translation>请在“服务器…”中检查地址结尾是否如其说明所示（通常为 /v1），以及它有哪些模型。</translation>
    </message>
    <message>
        <source>{server} refuses this: {words}</source>
        <translation>{server} 拒绝了：{words}</translation>
    </message>
    <message>
        <source>{server} refuses this, and does not say why.</source>
        <translation>{server} 拒绝了，且没有说明原因。</translation>
    </message>
    <message>
        <source>Change what it objects to: the settings of the chat, or the model.</source>
        <translation>请更改它所反对的内容：聊天的设置，或模型。</translation>
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
        <source>{server} has too much to do at the moment.</source>
        <translation>{server} 目前过于繁忙。</translation>
    </message>
    <message>
        <source>{server} has failed: {words}</source>
        <translation>{server} 出错：{words}</translation>
    </message>
    <message>
        <source>{server} has failed, and does not say why.</source>
        <translation>{server} 出错，且没有说明原因。</translation>
    </message>
    <message>
        <source>Try again; if it stays so, look at that server.</source>
        <translation>请重试；若仍如此，请检查该服务器。</translation>
    </message>
    <message>
        <source>The answer of {server} broke off.</source>
        <translation>{server} 的回答中断了。</translation>
    </message>
    <message>
        <source>Try again, or continue the answer.</source>
        <translation>请重试，或继续该回答。</translation>
    </message>
    <message>
        <source>{server} says something that Hearth does not understand.</source>
        <translation>{server} 返回了 Hearth 无法理解的内容。</translation>
    </message>
    <message>
        <source>Check under “Servers…” whether its address leads to an API like OpenAI&apos;s.</source>
        <translation>请在“服务器…”中检查其地址是否指向与 OpenAI 相同的 API。</translation>
    </message>
    <message>
        <source>{server} withholds the rest of this answer.</source>
        <translation>{server} 不给出该回答的其余部分。</translation>
    </message>
    <message>
        <source>Ask in other words, or another model.</source>
        <translation>换一种说法，或换一个模型提问。</translation>
    </message>
    <message>
        <source>Choose a model on this machine for it, or leave it out.</source>
        <translation>为此请选择本机上的模型，或不使用它。</translation>
    </message>
    <message>
        <source>There is no server “{name}” any more.</source>
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
        <source>Choose one of those that it has now.</source>
        <translation>请选择它现有的模型之一。</translation>
    </message>
    <message>
        <source>The list of servers could not be saved to {path} ({reason}).</source>
        <translation>服务器列表无法保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>No server was added, changed or removed; your chats are not affected.</source>
        <translation>没有添加、更改或移除任何服务器；您的聊天不受影响。</translation>
    </message>
    <message>
        <source>The key holds until Hearth is closed: Hearth never writes one into a plain file.</source>
        <translation>密钥在 Hearth 关闭前有效：Hearth 从不把密钥写入普通文件。</translation>
    </message>
    <message>
        <source>Unlock or install the {keyring}.</source>
        <translation>请解锁或安装{keyring}。</translation>
    </message>
    <message>
        <source>This is no key: it has characters that a key cannot have.</source>
        <translation>这不是密钥：其中有密钥不能包含的字符。</translation>
    </message>
    <message>
        <source>Copy the key once more, without spaces and quotation marks.</source>
        <translation>请重新复制密钥，不要带空格和引号。</translation>
    </message>
    <message>
        <source>{server} makes no vectors of texts.</source>
        <translation>{server} 不提供文本向量。</translation>
    </message>
    <message>
        <source>{server} does not tell what else could have been said.</source>
        <translation>{server} 不说明还可能说出什么。</translation>
    </message>
    <message>
        <source>{server} cannot do this.</source>
        <translation>{server} 不支持此操作。</translation>
    </message>
    <message>
        <source>{server} cannot go on with an answer that has begun.</source>
        <translation>{server} 无法继续已开始的回答。</translation>
    </message>
    <message>
        <source>{server} takes no grammar.</source>
        <translation>{server} 不接受语法。</translation>
    </message>
    <message>
        <source>No server was added or changed.</source>
        <translation>没有添加或更改服务器。</translation>
    </message>
    <message>
        <source>The name of a server has 1 to {most} letters, and no slash or colon.</source>
        <translation>服务器名称为 1 到 {most} 个字符，且不含斜杠和冒号。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请换一个名称。</translation>
    </message>
    <message>
        <source>Over plain HTTP everybody on the way could read your chats.</source>
        <translation>通过未加密的 HTTP，途中任何人都能读到您的聊天。</translation>
    </message>
    <message>
        <source>Write the address with https://, or reach the server through a tunnel.</source>
        <translation>请用 https:// 书写地址，或通过隧道连接该服务器。</translation>
    </message>
    <message>
        <source>Others in your network could read what is sent over plain HTTP.</source>
        <translation>您网络中的其他人能读到通过未加密 HTTP 发送的内容。</translation>
    </message>
    <message>
        <source>Others in your network could read your chats and the key.</source>
        <translation>您网络中的其他人能读到您的聊天和密钥。</translation>
    </message>
    <message>
        <source>Agree to that if you trust everybody in it, or use https://.</source>
        <translation>如果您信任其中所有人，请同意；否则使用 https://.</translation>
    </message>
    <message>
        <source>There are no certificates to be read in {path}.</source>
        <translation>{path} 中没有可读取的证书。</translation>
    </message>
    <message>
        <source>Choose a file in PEM format, as whoever runs the server has it.</source>
        <translation>请选择 PEM 格式的文件，服务器的管理者那里有。</translation>
    </message>
    <message>
        <source>There is a server “{name}” already.</source>
        <translation>已有服务器“{name}”。</translation>
    </message>
    <message>
        <source>There are {n} servers already.</source>
        <translation>已有 {n} 个服务器。</translation>
    </message>
    <message>
        <source>Remove one first.</source>
        <translation>请先移除一个。</translation>
    </message>
    <message>
        <source>The list of your servers cannot be read.</source>
        <translation>您的服务器列表无法读取。</translation>
    </message>
    <message>
        <source>No server is there until you add one; your chats are not affected.</source>
        <translation>在您添加之前没有任何服务器；您的聊天不受影响。</translation>
    </message>
    <message>
        <source>An API like OpenAI&apos;s</source>
        <translation>类似 OpenAI 的 API</translation>
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
        <source>The chat is sent to {server} and read there.</source>
        <translation>聊天内容会发送到 {server} 并在那里读取。</translation>
    </message>
    <message>
        <source>This server is a program on this machine. With each message it is given the whole chat, pictures too; whether it passes that on, Hearth cannot see. Your chats stay stored here.</source>
        <translation>此服务器是本机上的一个程序。每条消息都会把整个聊天交给它，包括图片；它是否会转发，Hearth 无法得知。您的聊天仍保存在本机。</translation>
    </message>
    <message>
        <source>{host} is another machine in your network. The whole chat goes there with each message, pictures too. Your chats stay stored on this machine.</source>
        <translation>{host} 是您网络中的另一台电脑。每条消息都会把整个聊天发送到那里，包括图片。您的聊天仍保存在本机。</translation>
    </message>
    <message>
        <source>{host} is on the internet. The whole chat goes there with each message, pictures too, and whoever runs it can read that. Your chats stay stored on this machine.</source>
        <translation>{host} 位于互联网上。每条消息都会把整个聊天发送到那里，包括图片，服务器的运营者可以读取。您的聊天仍保存在本机。</translation>
    </message>
    <message>
        <source>Models of the server</source>
        <translation>服务器的模型</translation>
    </message>
    <message>
        <source>Models of {server}</source>
        <translation>{server} 的模型</translation>
    </message>
    <message>
        <source>This server has told of no models. Check it, or name them under “Edit…”.</source>
        <translation>此服务器未告知任何模型。请检查它，或在“编辑…”中填写模型名称。</translation>
    </message>
    <message>
        <source>Tokens, as far as the server says</source>
        <translation>词元数，以服务器告知为准</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>可接收</translation>
    </message>
    <message>
        <source>What you can send it, as far as the server says</source>
        <translation>您可以发送给它的内容，以服务器告知为准</translation>
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
        <source>As its models are named by hand, it can be added all the same.</source>
        <translation>由于已手动填写其模型，仍然可以添加它。</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>{kind} answers, and tells of no models.</source>
        <translation>{kind} 已响应，但未告知任何模型。</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>另外 {n} 个</translation>
    </message>
    <message>
        <source>{kind} answers, with {models}: {names}</source>
        <translation>{kind} 已响应，有 {models}：{names}</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>What answers there</source>
        <translation>在那里回答的程序</translation>
    </message>
    <message>
        <source>How many it had when it was asked last</source>
        <translation>上次查询时的模型数量</translation>
    </message>
    <message>
        <source>Whether a key for it is kept</source>
        <translation>是否保存了它的密钥</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>已保存</translation>
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
        <source>The loaded model is on it, and answers no more.</source>
        <translation>已加载的模型位于该服务器上，将不再回答。</translation>
    </message>
    <message>
        <source>Its key is removed from the {keyring}, too. Chats that it has answered stay.</source>
        <translation>它的密钥也会从{keyring}中移除。它回答过的聊天会保留。</translation>
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
        <source>“{address}” is no address of an rpc-server: write HOST:PORT.</source>
        <translation>“{address}”不是 rpc-server 的地址：请写成 HOST:PORT。</translation>
    </message>
    <message>
        <source>No rpc-server listens at {address}.</source>
        <translation>{address} 上没有 rpc-server 在监听。</translation>
    </message>
    <message>
        <source>{address} closes the connection: most likely no rpc-server listens there.</source>
        <translation>{address} 关闭了连接：那里很可能没有 rpc-server 在监听。</translation>
    </message>
    <message>
        <source>The rpc-server at {address} does not answer; it serves one program at a time, and another one may use it.</source>
        <translation>{address} 上的 rpc-server 没有响应；它一次只服务一个程序，可能正被另一个程序使用。</translation>
    </message>
    <message>
        <source>At {address} another program answers, and no rpc-server.</source>
        <translation>在 {address} 响应的是另一个程序，而不是 rpc-server。</translation>
    </message>
    <message>
        <source>The rpc-server at {address} is of a llama.cpp that does not fit this one.</source>
        <translation>{address} 上的 rpc-server 所属的 llama.cpp 与本机的不匹配。</translation>
    </message>
</context>
</TS>
