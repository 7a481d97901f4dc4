<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>A recovery of your chats was interrupted.</source>
        <translation>Eine Wiederherstellung der Chats wurde unterbrochen.</translation>
    </message>
    <message>
        <source>Hearth finishes it at the next start.</source>
        <translation>Hearth schließt sie beim nächsten Start ab.</translation>
    </message>
    <message>
        <source>Hearth cannot open the file with your chats ({path}).</source>
        <translation>Die Datei mit den Chats kann nicht geöffnet werden ({path}).</translation>
    </message>
    <message>
        <source>Close other programs that use it, and allow Hearth to read and write it.</source>
        <translation>Andere Programme schließen, die sie verwenden, und Hearth Lesen und Schreiben erlauben.</translation>
    </message>
    <message>
        <source>Your chats are intact.</source>
        <translation>Die Chats sind unversehrt.</translation>
    </message>
    <message>
        <source>{n} backups are kept beside them.</source>
        <translation>Sicherungen daneben: {n}.</translation>
    </message>
    <message>
        <source>Hearth cannot read the search index.</source>
        <translation>Der Suchindex kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The search index is damaged; your chats are intact.</source>
        <translation>Der Suchindex ist beschädigt; Ihre Chats sind unversehrt.</translation>
    </message>
    <message>
        <source>Messages not yet indexed: {n}</source>
        <translation>Noch nicht indizierte Nachrichten: {n}</translation>
    </message>
    <message>
        <source>Hearth indexes them while it is open.</source>
        <translation>Hearth indiziert sie, während es geöffnet ist.</translation>
    </message>
    <message>
        <source>The search index is intact.</source>
        <translation>Der Suchindex ist in Ordnung.</translation>
    </message>
    <message>
        <source>Search once in the window: Hearth then rebuilds the index from your chats.</source>
        <translation>Einmal im Fenster suchen: Hearth baut den Index dann aus Ihren Chats neu auf.</translation>
    </message>
    <message>
        <source>The file with your chats is missing ({path}); there are backups.</source>
        <translation>Die Datei mit den Chats fehlt ({path}); Sicherungen sind vorhanden.</translation>
    </message>
    <message>
        <source>There are no chats yet.</source>
        <translation>Noch keine Chats vorhanden.</translation>
    </message>
    <message>
        <source>Install the newest version of Hearth.</source>
        <translation>Die neueste Version von Hearth installieren.</translation>
    </message>
    <message>
        <source>Close Hearth and run `hearth doctor --recover`: it writes everything it can read, and what a backup has, into a new file, and keeps the damaged one.</source>
        <translation>Hearth schließen und `hearth doctor --recover` ausführen: Der Befehl schreibt alles Lesbare und den Inhalt einer Sicherung in eine neue Datei und behält die beschädigte.</translation>
    </message>
    <message>
        <source>No conversation memory is stored.</source>
        <translation>Es ist kein Chat-Gedächtnis gespeichert.</translation>
    </message>
    <message>
        <source>Hearth cannot open the stored memory.</source>
        <translation>Das gespeicherte Chat-Gedächtnis kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>{n} files of stored memory are damaged.</source>
        <translation>Beschädigte Dateien im Chat-Gedächtnis: {n}.</translation>
    </message>
    <message>
        <source>`hearth cache verify` removes them; the model then rereads these chats.</source>
        <translation>`hearth cache verify` entfernt sie; das Modell liest diese Chats dann erneut.</translation>
    </message>
    <message>
        <source>The stored memory is intact ({n} files).</source>
        <translation>Das gespeicherte Chat-Gedächtnis ist unversehrt (Dateien: {n}).</translation>
    </message>
    <message>
        <source>Make the folder readable, or remove it from the settings.</source>
        <translation>Den Ordner lesbar machen oder aus den Einstellungen entfernen.</translation>
    </message>
    <message>
        <source>{n} models found.</source>
        <translation>Gefundene Modelle: {n}.</translation>
    </message>
    <message>
        <source>Hearth cannot read the index of model files.</source>
        <translation>Der Index der Modelldateien kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Hearth rebuilds it automatically.</source>
        <translation>Hearth baut ihn automatisch neu auf.</translation>
    </message>
    <message>
        <source>Hearth cannot read the settings file.</source>
        <translation>Die Einstellungsdatei kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Fix the file, or Hearth will back it up and create a new one.</source>
        <translation>Die Datei korrigieren; sonst sichert Hearth sie und legt eine neue an.</translation>
    </message>
    <message>
        <source>Your settings are readable.</source>
        <translation>Die Einstellungen sind lesbar.</translation>
    </message>
    <message>
        <source>Hearth cannot tell how much space is free where your chats are.</source>
        <translation>Hearth kann nicht ermitteln, wie viel Platz bei den Chats frei ist.</translation>
    </message>
    <message>
        <source>Only {n} GB of disk space is free where your chats are.</source>
        <translation>Auf dem Datenträger mit den Chats sind nur noch {n} GB frei.</translation>
    </message>
    <message>
        <source>Free some space: without it, Hearth makes no weekly backup.</source>
        <translation>Speicherplatz freigeben: Sonst legt Hearth keine wöchentliche Sicherung an.</translation>
    </message>
    <message>
        <source>{n} GB of disk space is free.</source>
        <translation>{n} GB sind frei.</translation>
    </message>
    <message>
        <source>No crashes recorded.</source>
        <translation>Keine Abstürze verzeichnet.</translation>
    </message>
    <message>
        <source>The last crash was on {day}.</source>
        <translation>Der letzte Absturz war am {day}.</translation>
    </message>
    <message>
        <source>If it happens again, report it with this file: {file}</source>
        <translation>Falls er wieder auftritt, bitte mit dieser Datei melden: {file}</translation>
    </message>
    <message>
        <source>llama.cpp could not list this machine&apos;s devices.</source>
        <translation>llama.cpp konnte die Geräte dieses Computers nicht auflisten.</translation>
    </message>
    <message>
        <source>`hearth self-test` finds a safe configuration.</source>
        <translation>`hearth self-test` findet eine sichere Konfiguration.</translation>
    </message>
    <message>
        <source>llama.cpp uses: {names}.</source>
        <translation>llama.cpp verwendet: {names}.</translation>
    </message>
    <message>
        <source>The self-test disabled some features on this machine.</source>
        <translation>Der Selbsttest hat auf diesem Computer einige Funktionen abgeschaltet.</translation>
    </message>
    <message>
        <source>`hearth hardware` shows which ones and why.</source>
        <translation>`hearth hardware` zeigt, welche und warum.</translation>
    </message>
    <message>
        <source>Recovered {n_chats} chats with {n_messages} messages.</source>
        <translation>Wiederhergestellt: {n_chats} Chats mit {n_messages} Nachrichten.</translation>
    </message>
    <message>
        <source>{n} of these messages come from the backup of {day}.</source>
        <translation>Nachrichten davon aus der Sicherung vom {day}: {n}.</translation>
    </message>
    <message>
        <source>Hearth used the backup of {day}.</source>
        <translation>Hearth hat die Sicherung vom {day} verwendet.</translation>
    </message>
    <message>
        <source>{n} messages lost some characters.</source>
        <translation>Nachrichten, in denen einzelne Zeichen fehlen: {n}.</translation>
    </message>
    <message>
        <source>{n} messages could not be recovered; a note stands in place of each.</source>
        <translation>Nicht wiederherstellbare Nachrichten, jeweils durch einen Hinweis ersetzt: {n}.</translation>
    </message>
    <message>
        <source>{n} attached files could not be recovered; a note stands in place of each.</source>
        <translation>{n} angehängte Dateien konnten nicht wiederhergestellt werden; an der Stelle jeder steht ein Hinweis.</translation>
    </message>
    <message>
        <source>{n} chats lost their titles or other details.</source>
        <translation>Chats, denen der Titel oder andere Angaben fehlen: {n}.</translation>
    </message>
    <message>
        <source>More may be missing; the damaged file does not show how much.</source>
        <translation>Es könnte mehr fehlen; die beschädigte Datei zeigt nicht, wie viel.</translation>
    </message>
    <message>
        <source>Nothing is missing.</source>
        <translation>Es fehlt nichts.</translation>
    </message>
    <message>
        <source>The damaged file is kept as {file}. It still contains your messages; delete it when you no longer need it.</source>
        <translation>Die beschädigte Datei bleibt als {file} erhalten. Sie enthält weiterhin Ihre Nachrichten; löschen Sie sie, wenn Sie sie nicht mehr brauchen.</translation>
    </message>
    <message>
        <source>This chat no longer exists.</source>
        <translation>Dieser Chat existiert nicht mehr.</translation>
    </message>
    <message>
        <source>It was permanently deleted; your other chats are not affected.</source>
        <translation>Er wurde endgültig gelöscht; Ihre anderen Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Choose another chat from the list.</source>
        <translation>Einen anderen Chat aus der Liste wählen.</translation>
    </message>
    <message>
        <source>This folder no longer exists.</source>
        <translation>Dieser Ordner existiert nicht mehr.</translation>
    </message>
    <message>
        <source>The chats that were in it are still in the list.</source>
        <translation>Die Chats, die darin waren, stehen weiterhin in der Liste.</translation>
    </message>
    <message>
        <source>Choose another folder, or make a new one.</source>
        <translation>Einen anderen Ordner wählen oder einen neuen anlegen.</translation>
    </message>
    <message>
        <source>This message no longer exists.</source>
        <translation>Diese Nachricht existiert nicht mehr.</translation>
    </message>
    <message>
        <source>It was deleted; nothing else changed.</source>
        <translation>Sie wurde gelöscht; sonst wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Open the chat again to see its current messages.</source>
        <translation>Den Chat erneut öffnen, um den aktuellen Inhalt zu sehen.</translation>
    </message>
    <message>
        <source>This picture or sound no longer exists.</source>
        <translation>Dieses Bild oder diese Tonaufnahme gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The message and the rest of the chat are unchanged.</source>
        <translation>Die Nachricht und der Rest des Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Open the chat again to see its current files.</source>
        <translation>Öffnen Sie den Chat erneut, um seine aktuellen Dateien zu sehen.</translation>
    </message>
    <message>
        <source>Hearth cannot change a backup of your chats ({backup}).</source>
        <translation>Eine Sicherung der Chats kann nicht geändert werden ({backup}).</translation>
    </message>
    <message>
        <source>It still contains what you deleted, so the deletion is not yet permanent.</source>
        <translation>Sie enthält noch, was Sie gelöscht haben; das Löschen ist also noch nicht endgültig.</translation>
    </message>
    <message>
        <source>Make the file writable, or delete it; Hearth tries again at the next start.</source>
        <translation>Die Datei beschreibbar machen oder löschen; Hearth versucht es beim nächsten Start erneut.</translation>
    </message>
    <message>
        <source>Hearth cannot read your memory settings for individual chats ({path}).</source>
        <translation>Die Gedächtnis-Einstellungen einzelner Chats können nicht gelesen werden ({path}).</translation>
    </message>
    <message>
        <source>Hearth did not open your chats, to avoid losing these settings; nothing changed.</source>
        <translation>Hearth hat die Chats nicht geöffnet, um diese Einstellungen nicht zu verlieren; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Make the file readable, or delete it if you never changed these settings.</source>
        <translation>Die Datei lesbar machen oder löschen, falls Sie diese Einstellungen nie geändert haben.</translation>
    </message>
    <message>
        <source>Another Hearth window is using these chats ({path}).</source>
        <translation>Ein anderes Hearth-Fenster verwendet diese Chats ({path}).</translation>
    </message>
    <message>
        <source>Nothing changed; two windows at once could damage them.</source>
        <translation>Es wurde nichts geändert; zwei Fenster zugleich könnten die Chats beschädigen.</translation>
    </message>
    <message>
        <source>Use the other window, or close it and start Hearth again.</source>
        <translation>Das andere Fenster verwenden oder schließen und Hearth erneut starten.</translation>
    </message>
    <message>
        <source>Another program is using the file with your chats ({path}).</source>
        <translation>Ein anderes Programm verwendet die Datei mit den Chats ({path}).</translation>
    </message>
    <message>
        <source>The last change was not saved; everything saved earlier is safe.</source>
        <translation>Die letzte Änderung wurde nicht gespeichert; alles zuvor Gespeicherte ist sicher.</translation>
    </message>
    <message>
        <source>Close programs that may use this file (a backup tool, a database viewer), then try again.</source>
        <translation>Programme schließen, die diese Datei verwenden könnten (Sicherungsprogramm, Datenbankbetrachter), und es erneut versuchen.</translation>
    </message>
    <message>
        <source>Your chats were saved by a newer version of Hearth ({path}).</source>
        <translation>Die Chats wurden mit einer neueren Version von Hearth gespeichert ({path}).</translation>
    </message>
    <message>
        <source>This version cannot read them, and left them unchanged.</source>
        <translation>Diese Version kann sie nicht lesen und hat sie unverändert gelassen.</translation>
    </message>
    <message>
        <source>Recover your chats here or with `hearth doctor --recover`.</source>
        <translation>Stellen Sie Ihre Chats hier oder mit `hearth doctor --recover` wieder her.</translation>
    </message>
    <message>
        <source>Recover your chats here or with `hearth doctor --recover`. There is also a backup ({backup}).</source>
        <translation>Stellen Sie Ihre Chats hier oder mit `hearth doctor --recover` wieder her. Es gibt auch eine Sicherung ({backup}).</translation>
    </message>
    <message>
        <source>The file with your chats is damaged or was not made by Hearth ({path}).</source>
        <translation>Die Datei mit den Chats ist beschädigt oder stammt nicht von Hearth ({path}).</translation>
    </message>
    <message>
        <source>Hearth overwrote nothing; chats may be missing until the file is repaired.</source>
        <translation>Hearth hat nichts überschrieben; bis die Datei repariert ist, können Chats fehlen.</translation>
    </message>
    <message>
        <source>Hearth cannot write to the disk with your chats ({path}): it is full, over its quota, or failing.</source>
        <translation>Hearth kann nicht auf den Datenträger mit den Chats schreiben ({path}): Er ist voll, hat sein Kontingent überschritten oder ist defekt.</translation>
    </message>
    <message>
        <source>Free some space. Hearth then saves answers automatically; send your unsent messages again.</source>
        <translation>Geben Sie Speicherplatz frei. Hearth speichert Antworten dann automatisch; senden Sie nicht gesendete Nachrichten erneut.</translation>
    </message>
    <message>
        <source>The disk failed to read the file with your chats ({path}).</source>
        <translation>Der Datenträger konnte die Datei mit den Chats nicht lesen ({path}).</translation>
    </message>
    <message>
        <source>Some chats cannot be shown; nothing changed.</source>
        <translation>Einige Chats können nicht angezeigt werden; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Copy the file to another disk now, and check this disk.</source>
        <translation>Kopieren Sie die Datei jetzt auf einen anderen Datenträger, und prüfen Sie diesen.</translation>
    </message>
    <message>
        <source>The file with your chats is write-protected ({path}).</source>
        <translation>Die Datei mit den Chats ist schreibgeschützt ({path}).</translation>
    </message>
    <message>
        <source>Nothing changed, but Hearth cannot save anything new.</source>
        <translation>Es wurde nichts geändert, aber Hearth kann nichts Neues speichern.</translation>
    </message>
    <message>
        <source>Make the file and its folder writable, then start Hearth again.</source>
        <translation>Die Datei und ihren Ordner beschreibbar machen und Hearth erneut starten.</translation>
    </message>
    <message>
        <source>The file with your chats is damaged: parts of it are unreadable.</source>
        <translation>Die Datei mit den Chats ist beschädigt: Teile davon sind nicht lesbar.</translation>
    </message>
    <message>
        <source>The file with your chats was not made by Hearth.</source>
        <translation>Die Datei mit den Chats stammt nicht von Hearth.</translation>
    </message>
    <message>
        <source>Your chats were saved by a newer version of Hearth.</source>
        <translation>Die Chats wurden mit einer neueren Version von Hearth gespeichert.</translation>
    </message>
    <message>
        <source>{n} records in your chats refer to missing ones.</source>
        <translation>Datensätze der Chats, die auf fehlende verweisen: {n}.</translation>
    </message>
    <message>
        <source>{n} of your chats or messages are inconsistent.</source>
        <translation>Widersprüchliche Chats oder Nachrichten: {n}.</translation>
    </message>
    <message>
        <source>Your chats are not indexed for search yet.</source>
        <translation>Ihre Chats sind noch nicht für die Suche indiziert.</translation>
    </message>
    <message>
        <source>Nothing was searched or changed.</source>
        <translation>Es wurde nichts gesucht oder geändert.</translation>
    </message>
    <message>
        <source>Start Hearth once; it indexes them while you work.</source>
        <translation>Hearth einmal starten; es indiziert sie, während Sie arbeiten.</translation>
    </message>
    <message>
        <source>The search index is damaged.</source>
        <translation>Der Suchindex ist beschädigt.</translation>
    </message>
    <message>
        <source>Only search is affected, not your chats.</source>
        <translation>Die Chats sind nicht betroffen, nur die Suche.</translation>
    </message>
    <message>
        <source>Hearth rebuilds it in the background. Search again in a moment.</source>
        <translation>Hearth baut ihn im Hintergrund neu auf. In Kürze erneut suchen.</translation>
    </message>
    <message>
        <source>This chat is still answering.</source>
        <translation>In diesem Chat läuft noch eine Antwort.</translation>
    </message>
    <message>
        <source>Your message was not sent, but it is kept.</source>
        <translation>Ihre Nachricht wurde nicht gesendet, bleibt aber erhalten.</translation>
    </message>
    <message>
        <source>Wait for the answer or stop it, then send again.</source>
        <translation>Die Antwort abwarten oder stoppen und dann erneut senden.</translation>
    </message>
    <message>
        <source>This call does not wait for your decision any more.</source>
        <translation>Dieser Aufruf wartet nicht mehr auf Ihre Entscheidung.</translation>
    </message>
    <message>
        <source>Look at the end of the chat.</source>
        <translation>Sehen Sie am Ende des Chats nach.</translation>
    </message>
    <message>
        <source>There is no answer to do this with.</source>
        <translation>Es gibt keine Antwort, mit der das möglich wäre.</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s chat format library is not installed.</source>
        <translation>Die Bibliothek für Chat-Formate von llama.cpp ist nicht installiert.</translation>
    </message>
    <message>
        <source>Hearth recognises thinking only by the most common tags.</source>
        <translation>Hearth erkennt Gedankengänge nur an den häufigsten Markierungen.</translation>
    </message>
    <message>
        <source>Install Hearth from its package, or build it with `make`.</source>
        <translation>Hearth aus seinem Paket installieren oder mit `make` bauen.</translation>
    </message>
    <message>
        <source>llama.cpp does not understand this model&apos;s chat template.</source>
        <translation>llama.cpp versteht die Chat-Vorlage dieses Modells nicht.</translation>
    </message>
    <message>
        <source>Hearth cannot separate its thinking and tool calls from the answer.</source>
        <translation>Hearth kann Gedankengang und Werkzeugaufrufe nicht von der Antwort trennen.</translation>
    </message>
    <message>
        <source>You can chat with it anyway.</source>
        <translation>Sie können trotzdem damit chatten.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Send a message first.</source>
        <translation>Zuerst eine Nachricht senden.</translation>
    </message>
    <message>
        <source>Your message does not fit: {n_total} of {n_ctx} tokens.</source>
        <translation>Die Nachricht passt nicht in den Kontext: {n_total} von {n_ctx} Token.</translation>
    </message>
    <message>
        <source>It was not sent; it is still in the message field of its chat.</source>
        <translation>Sie wurde nicht gesendet und steht noch im Eingabefeld ihres Chats.</translation>
    </message>
    <message>
        <source>Shorten it, leave out the oldest messages, or open the model with a larger context.</source>
        <translation>Die Nachricht kürzen, die ältesten Nachrichten auslassen oder das Modell mit größerem Kontext öffnen.</translation>
    </message>
    <message>
        <source>There are no older messages to leave out.</source>
        <translation>Es gibt keine älteren Nachrichten, die sich auslassen ließen.</translation>
    </message>
    <message>
        <source>Shorten the message or its attachments, or open the model with a larger context.</source>
        <translation>Die Nachricht oder ihre Anhänge kürzen oder das Modell mit größerem Kontext öffnen.</translation>
    </message>
    <message>
        <source>Your last message and the answer so far do not fit by themselves: {n_total} of {n_ctx} tokens.</source>
        <translation>Ihre letzte Nachricht und die bisherige Antwort passen schon allein nicht: {n_total} von {n_ctx} Token.</translation>
    </message>
    <message>
        <source>No messages were left out or lost.</source>
        <translation>Keine Nachricht wurde ausgelassen oder ging verloren.</translation>
    </message>
    <message>
        <source>The system prompt of this chat leaves no room for a message: {n_system} of {n_ctx} tokens.</source>
        <translation>Der System-Prompt dieses Chats lässt keinen Platz für eine Nachricht: {n_system} von {n_ctx} Token.</translation>
    </message>
    <message>
        <source>Shorten it in the settings of the chat, or open the model with a larger context.</source>
        <translation>Ihn in den Einstellungen des Chats kürzen oder das Modell mit größerem Kontext öffnen.</translation>
    </message>
    <message>
        <source>The model could not summarise the oldest messages.</source>
        <translation>Das Modell konnte die ältesten Nachrichten nicht zusammenfassen.</translation>
    </message>
    <message>
        <source>Leave them out without a summary, or try again.</source>
        <translation>Lassen Sie sie ohne Zusammenfassung weg, oder versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The last answer in this chat is not saved yet.</source>
        <translation>Die letzte Antwort in diesem Chat ist noch nicht gespeichert.</translation>
    </message>
    <message>
        <source>Your message was not sent; Hearth keeps it and the answer.</source>
        <translation>Ihre Nachricht wurde nicht gesendet; Hearth behält sie und die Antwort.</translation>
    </message>
    <message>
        <source>Free some disk space, and Hearth saves the answer; then send your message again.</source>
        <translation>Geben Sie Speicherplatz frei, dann speichert Hearth die Antwort; senden Sie danach Ihre Nachricht erneut.</translation>
    </message>
    <message>
        <source>The engine, the part of Hearth that runs the model, has stopped.</source>
        <translation>Die Engine, also der Teil von Hearth, der das Modell ausführt, wurde beendet.</translation>
    </message>
    <message>
        <source>Your message is kept; you can get an answer after a restart.</source>
        <translation>Ihre Nachricht bleibt erhalten; nach einem Neustart erhalten Sie eine Antwort.</translation>
    </message>
    <message>
        <source>Close Hearth and start it again.</source>
        <translation>Hearth schließen und erneut starten.</translation>
    </message>
    <message>
        <source>Hearth is closing.</source>
        <translation>Hearth wird gerade geschlossen.</translation>
    </message>
    <message>
        <source>This was not completed; everything saved earlier is safe.</source>
        <translation>Dies wurde nicht abgeschlossen; alles zuvor Gespeicherte ist sicher.</translation>
    </message>
    <message>
        <source>Start Hearth again, then try again.</source>
        <translation>Hearth erneut starten und es noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Recycle Bin</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>File Explorer</source>
        <translation>Datei-Explorer</translation>
    </message>
    <message>
        <source>the Finder</source>
        <translation>Finder</translation>
    </message>
    <message>
        <source>Credential Manager</source>
        <translation>Anmeldeinformationsverwaltung</translation>
    </message>
    <message>
        <source>keychain</source>
        <translation>Schlüsselbund</translation>
    </message>
    <message>
        <source>trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>the file manager</source>
        <translation>Dateimanager</translation>
    </message>
    <message>
        <source>keyring</source>
        <translation>Schlüsselbund</translation>
    </message>
    <message>
        <source>Hearth cannot store what it knows of your documents ({reason}).</source>
        <translation>Hearth kann nicht speichern, was es über Ihre Dokumente weiß ({reason}).</translation>
    </message>
    <message>
        <source>Your files and your chats are not affected.</source>
        <translation>Ihre Dateien und Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Free some space on the disk with Hearth&apos;s data, or make its folder writable.</source>
        <translation>Auf dem Datenträger mit Hearths Daten Platz schaffen oder den Ordner beschreibbar machen.</translation>
    </message>
    <message>
        <source>Another program is using what Hearth knows of your documents.</source>
        <translation>Ein anderes Programm verwendet gerade, was Hearth über Ihre Dokumente weiß.</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>A newer version of Hearth has read your documents.</source>
        <translation>Eine neuere Version von Hearth hat Ihre Dokumente gelesen.</translation>
    </message>
    <message>
        <source>This version cannot use what it stored of them, and left it unchanged.</source>
        <translation>Diese Version kann nicht verwenden, was dabei gespeichert wurde, und hat es unverändert gelassen.</translation>
    </message>
    <message>
        <source>What Hearth knows of your documents was damaged.</source>
        <translation>Was Hearth über Ihre Dokumente weiß, war beschädigt.</translation>
    </message>
    <message>
        <source>Your files, your list of documents and your chats are not affected.</source>
        <translation>Ihre Dateien, Ihre Liste der Dokumente und Ihre Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Hearth reads your documents again; try again in a moment.</source>
        <translation>Hearth liest Ihre Dokumente erneut; gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>There is no file or folder {path}.</source>
        <translation>Es gibt keine Datei und keinen Ordner {path}.</translation>
    </message>
    <message>
        <source>Your list of documents is unchanged.</source>
        <translation>Ihre Liste der Dokumente ist unverändert.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>Den Pfad prüfen.</translation>
    </message>
    <message>
        <source>{path} is not in your list of documents.</source>
        <translation>{path} steht nicht in Ihrer Liste der Dokumente.</translation>
    </message>
    <message>
        <source>Name a file or folder as the list shows it.</source>
        <translation>Eine Datei oder einen Ordner so angeben, wie die Liste sie zeigt.</translation>
    </message>
    <message>
        <source>The chat template of this model failed: {message}</source>
        <translation>Die Chat-Vorlage dieses Modells ist fehlgeschlagen: {message}</translation>
    </message>
    <message>
        <source>Nothing was sent to the model; your message is kept.</source>
        <translation>Es wurde nichts an das Modell gesendet; die Nachricht bleibt erhalten.</translation>
    </message>
    <message>
        <source>Change the chat template in the settings of this model, or open another version of the model.</source>
        <translation>In den Einstellungen dieses Modells die Chat-Vorlage ändern oder eine andere Version des Modells öffnen.</translation>
    </message>
    <message>
        <source>The model {path} needs {needed} GB of memory; this machine can provide {limit} GB.</source>
        <translation>Das Modell {path} benötigt {needed} GB Speicher; dieser Computer kann {limit} GB bereitstellen.</translation>
    </message>
    <message>
        <source>Loading it would freeze the machine, so Hearth did not load it. Your chats are untouched.</source>
        <translation>Der Computer würde dabei einfrieren, deshalb hat Hearth es nicht geladen. Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Open a smaller model or quantisation, or choose a smaller context.</source>
        <translation>Ein kleineres Modell oder eine kleinere Quantisierung öffnen oder einen kleineren Kontext wählen.</translation>
    </message>
    <message>
        <source>Hearth could not check whether {path} fits in memory.</source>
        <translation>Hearth konnte nicht prüfen, ob {path} in den Arbeitsspeicher passt.</translation>
    </message>
    <message>
        <source>llama.cpp failed on this file. Nothing was loaded or changed.</source>
        <translation>llama.cpp konnte die Datei nicht verarbeiten. Es wurde nichts geladen oder geändert.</translation>
    </message>
    <message>
        <source>The file may be damaged: download it again, or try another.</source>
        <translation>Die Datei ist möglicherweise beschädigt: erneut herunterladen oder eine andere versuchen.</translation>
    </message>
    <message>
        <source>The GPU failed during the computation.</source>
        <translation>Die GPU ist während der Berechnung ausgefallen.</translation>
    </message>
    <message>
        <source>The answer so far is kept. Your chats are untouched.</source>
        <translation>Die bisherige Antwort bleibt erhalten. Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Start Hearth again, or open the model with fewer layers on the GPU.</source>
        <translation>Hearth erneut starten oder das Modell mit weniger Schichten auf der GPU öffnen.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Kein Modell geladen.</translation>
    </message>
    <message>
        <source>Your message is kept.</source>
        <translation>Ihre Nachricht bleibt erhalten.</translation>
    </message>
    <message>
        <source>Open a model, then press Regenerate.</source>
        <translation>Ein Modell öffnen und dann „Neu erzeugen“ wählen.</translation>
    </message>
    <message>
        <source>The model is busy with other answers and has no room for this one.</source>
        <translation>Das Modell ist mit anderen Antworten beschäftigt und hat für diese keinen Platz.</translation>
    </message>
    <message>
        <source>Try again when the other answers have finished.</source>
        <translation>Versuchen Sie es erneut, wenn die anderen Antworten fertig sind.</translation>
    </message>
    <message>
        <source>Another model has been loaded in the meantime.</source>
        <translation>Inzwischen wurde ein anderes Modell geladen.</translation>
    </message>
    <message>
        <source>The alternatives shown are from the previous model.</source>
        <translation>Die gezeigten Alternativen stammen vom vorherigen Modell.</translation>
    </message>
    <message>
        <source>Try again to see those of the current model.</source>
        <translation>Versuchen Sie es erneut, um die des jetzigen Modells zu sehen.</translation>
    </message>
    <message>
        <source>Hearth could not compute the alternatives.</source>
        <translation>Hearth konnte die Alternativen nicht berechnen.</translation>
    </message>
    <message>
        <source>Try again; if it fails again, reload the model.</source>
        <translation>Versuchen Sie es noch einmal; wenn es wieder fehlschlägt, laden Sie das Modell neu.</translation>
    </message>
    <message>
        <source>This chat has {n_prompt} tokens, but the context of the model holds {n_ctx}.</source>
        <translation>Dieser Chat hat {n_prompt} Token, der Kontext des Modells fasst aber {n_ctx}.</translation>
    </message>
    <message>
        <source>Nothing is lost, but the model can no longer answer in this chat.</source>
        <translation>Nichts ist verloren, aber das Modell kann in diesem Chat nicht mehr antworten.</translation>
    </message>
    <message>
        <source>Start a new chat, or load the model with a larger context.</source>
        <translation>Einen neuen Chat beginnen oder das Modell mit größerem Kontext laden.</translation>
    </message>
    <message>
        <source>{path} is a kind of model that does not generate text.</source>
        <translation>{path} gehört zu einer Art von Modell, die keinen Text erzeugt.</translation>
    </message>
    <message>
        <source>No model is loaded. Your chats are untouched.</source>
        <translation>Kein Modell geladen. Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Open a model made for chatting.</source>
        <translation>Ein Modell öffnen, das für Chats gemacht ist.</translation>
    </message>
    <message>
        <source>{name} makes embeddings; it cannot chat.</source>
        <translation>{name} erzeugt Embeddings und kann nicht chatten.</translation>
    </message>
    <message>
        <source>Open a model made for chatting, then press Regenerate.</source>
        <translation>Ein Modell öffnen, das für Chats gemacht ist, und dann „Neu erzeugen“ wählen.</translation>
    </message>
    <message>
        <source>{name} is a chat model; it cannot make embeddings.</source>
        <translation>{name} ist ein Chat-Modell und kann keine Embeddings erzeugen.</translation>
    </message>
    <message>
        <source>Nothing was embedded.</source>
        <translation>Es wurden keine Embeddings erzeugt.</translation>
    </message>
    <message>
        <source>Load an embedding model.</source>
        <translation>Ein Embedding-Modell laden.</translation>
    </message>
    <message>
        <source>Text {number} has {n_tokens} tokens; this model accepts at most {most}.</source>
        <translation>Text {number} hat {n_tokens} Token; dieses Modell nimmt höchstens {most} an.</translation>
    </message>
    <message>
        <source>Split it into shorter texts.</source>
        <translation>In kürzere Texte aufteilen.</translation>
    </message>
    <message>
        <source>Text {number} is empty.</source>
        <translation>Text {number} ist leer.</translation>
    </message>
    <message>
        <source>Leave it out.</source>
        <translation>Ihn weglassen.</translation>
    </message>
    <message>
        <source>Text {number} contains token {token}; this model only has tokens below {n_vocab}.</source>
        <translation>Text {number} enthält das Token {token}; dieses Modell hat nur Token unter {n_vocab}.</translation>
    </message>
    <message>
        <source>Send plain text: token numbers differ between models.</source>
        <translation>Senden Sie Klartext: Die Nummern der Token sind je nach Modell verschieden.</translation>
    </message>
    <message>
        <source>llama.cpp cannot compute on this machine: every self-test crashed.</source>
        <translation>llama.cpp kann auf diesem Computer nicht rechnen: Jeder Selbsttest ist abgestürzt.</translation>
    </message>
    <message>
        <source>No model can be loaded. You can still read your chats.</source>
        <translation>Es kann kein Modell geladen werden. Ihre Chats können Sie weiterhin lesen.</translation>
    </message>
    <message>
        <source>Reinstall llama-cpp-python as the README describes, or update the driver.</source>
        <translation>llama-cpp-python wie in der README beschrieben neu installieren oder den Treiber aktualisieren.</translation>
    </message>
    <message>
        <source>Another Hearth is using the conversation memory.</source>
        <translation>Eine andere Instanz von Hearth verwendet das gespeicherte Chat-Gedächtnis.</translation>
    </message>
    <message>
        <source>The stored memory of this chat is not deleted yet; your choice is kept.</source>
        <translation>Das gespeicherte Gedächtnis dieses Chats ist noch nicht gelöscht; Ihre Auswahl bleibt erhalten.</translation>
    </message>
    <message>
        <source>Close the other Hearth (it may be a `hearth cache` command), then try again.</source>
        <translation>Die andere Instanz schließen (möglicherweise ein `hearth cache`-Befehl) und es erneut versuchen.</translation>
    </message>
    <message>
        <source>Hearth could not delete the result of the self-test.</source>
        <translation>Das Ergebnis des Selbsttests konnte nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>Hearth keeps using the previous configuration.</source>
        <translation>Hearth verwendet weiter die bisherige Konfiguration.</translation>
    </message>
    <message>
        <source>Delete the file {file} yourself, then open the model again.</source>
        <translation>Die Datei {file} von Hand löschen und das Modell erneut öffnen.</translation>
    </message>
    <message>
        <source>The beginning of the answer does not match the required form.</source>
        <translation>Der Anfang der Antwort passt nicht zur verlangten Form.</translation>
    </message>
    <message>
        <source>Nothing was sent to the model; the text is kept.</source>
        <translation>An das Modell wurde nichts gesendet; der Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Change the beginning, or the form of the answer in the chat settings, or regenerate the answer.</source>
        <translation>Ändern Sie den Anfang oder in den Chat-Einstellungen die Form der Antwort, oder erzeugen Sie die Antwort neu.</translation>
    </message>
    <message>
        <source>No token of this model fits the form of the answer here.</source>
        <translation>Kein Token dieses Modells passt hier zur Form der Antwort.</translation>
    </message>
    <message>
        <source>The answer is incomplete; the text so far is kept.</source>
        <translation>Die Antwort ist unvollständig; der bisherige Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Simplify the form of the answer in the chat settings.</source>
        <translation>Vereinfachen Sie die Form der Antwort in den Chat-Einstellungen.</translation>
    </message>
    <message>
        <source>The answer ended before its required form was complete.</source>
        <translation>Die Antwort endete, bevor die verlangte Form vollständig war.</translation>
    </message>
    <message>
        <source>The partial answer is kept, but it does not match the form.</source>
        <translation>Die unvollständige Antwort bleibt erhalten, passt aber nicht zur Form.</translation>
    </message>
    <message>
        <source>Press Continue, or first allow longer answers in the chat settings.</source>
        <translation>Wählen Sie „Fortsetzen“, oder erlauben Sie zuerst in den Chat-Einstellungen längere Antworten.</translation>
    </message>
    <message>
        <source>Hearth does not know how this model calls tools.</source>
        <translation>Hearth weiß nicht, wie dieses Modell Werkzeuge aufruft.</translation>
    </message>
    <message>
        <source>Nothing was sent to the model.</source>
        <translation>An das Modell wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Ask without tools, or choose a model that supports them.</source>
        <translation>Fragen Sie ohne Werkzeuge, oder wählen Sie ein Modell, das sie unterstützt.</translation>
    </message>
    <message>
        <source>Hearth loads the model without that machine if the others have enough memory.</source>
        <translation>Hearth lädt das Modell ohne diesen Computer, wenn der Speicher der anderen reicht.</translation>
    </message>
    <message>
        <source>This build of Hearth has no RPC backend, which other machines need.</source>
        <translation>Diesem Hearth fehlt das RPC-Backend, das andere Computer brauchen.</translation>
    </message>
    <message>
        <source>Hearth loads the model on this machine alone if it has enough memory.</source>
        <translation>Hearth lädt das Modell nur auf diesem Computer, wenn dessen Speicher reicht.</translation>
    </message>
    <message>
        <source>Run Hearth from its source code, after `python packaging/setup/rpc_backend.py`.</source>
        <translation>Starten Sie Hearth aus seinem Quelltext, nach `python packaging/setup/rpc_backend.py`.</translation>
    </message>
    <message>
        <source>Start llama.cpp&apos;s rpc-server there, or correct the address in the settings of the model; then load the model again.</source>
        <translation>Starten Sie dort den rpc-server von llama.cpp, oder berichtigen Sie die Adresse in den Einstellungen des Modells; laden Sie es dann erneut.</translation>
    </message>
    <message>
        <source>The GPU is not used: it failed the self-test on this machine.</source>
        <translation>Die GPU wird nicht verwendet: Sie hat den Selbsttest auf diesem Computer nicht bestanden.</translation>
    </message>
    <message>
        <source>There is memory for {n} of {n_wished} tokens.</source>
        <translation>Der Speicher reicht für {n} von {n_wished} Token.</translation>
    </message>
    <message>
        <source>The system does not let Hearth lock the whole model in memory.</source>
        <translation>Das System erlaubt Hearth nicht, das ganze Modell im Arbeitsspeicher festzuhalten.</translation>
    </message>
    <message>
        <source>The GPU {name} is unavailable, so Hearth uses the processor.</source>
        <translation>Die GPU {name} ist nicht mehr verfügbar; Hearth verwendet den Prozessor.</translation>
    </message>
    <message>
        <source>Your chats continue where they stopped.</source>
        <translation>Ihre Chats gehen weiter, wo sie aufgehört haben.</translation>
    </message>
    <message>
        <source>Its driver is missing or not working; reinstall it to use the GPU.</source>
        <translation>Der Treiber fehlt oder funktioniert nicht; um die GPU zu nutzen, installieren Sie ihn neu.</translation>
    </message>
    <message>
        <source>Hearth was closed before the answer finished.</source>
        <translation>Hearth wurde geschlossen, bevor die Antwort fertig war.</translation>
    </message>
    <message>
        <source>The answer so far is kept.</source>
        <translation>Die bisherige Antwort bleibt erhalten.</translation>
    </message>
    <message>
        <source>The engine, the part of Hearth that runs models, did not start.</source>
        <translation>Die Engine, also der Teil von Hearth, der Modelle ausführt, konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>No model can answer. Your chats are untouched.</source>
        <translation>Kein Modell kann antworten. Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Start Hearth again; if that does not help, reinstall it.</source>
        <translation>Hearth erneut starten; falls das nicht hilft, neu installieren.</translation>
    </message>
    <message>
        <source>The engine crashed.</source>
        <translation>Die Engine ist abgestürzt.</translation>
    </message>
    <message>
        <source>The engine crashed while loading a model.</source>
        <translation>Die Engine ist beim Laden eines Modells abgestürzt.</translation>
    </message>
    <message>
        <source>The engine crashed in the middle of an answer.</source>
        <translation>Die Engine ist mitten in einer Antwort abgestürzt.</translation>
    </message>
    <message>
        <source>The engine stopped responding.</source>
        <translation>Die Engine reagiert nicht mehr.</translation>
    </message>
    <message>
        <source>The engine stopped responding while loading a model.</source>
        <translation>Die Engine reagierte beim Laden eines Modells nicht mehr.</translation>
    </message>
    <message>
        <source>The engine stopped responding in the middle of an answer.</source>
        <translation>Die Engine reagierte mitten in einer Antwort nicht mehr.</translation>
    </message>
    <message>
        <source>The model stopped, probably because memory ran out.</source>
        <translation>Das Modell wurde beendet, vermutlich aus Mangel an Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>The model stopped while loading, probably because memory ran out.</source>
        <translation>Das Modell wurde beim Laden beendet, vermutlich aus Mangel an Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>The model stopped in the middle of an answer, probably because memory ran out.</source>
        <translation>Das Modell wurde mitten in einer Antwort beendet, vermutlich aus Mangel an Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Hearth reloads the model automatically.</source>
        <translation>Hearth lädt das Modell automatisch neu.</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on without other machines.</source>
        <translation>Hearth lädt das Modell neu, ab jetzt ohne andere Computer.</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on without repacked weights.</source>
        <translation>Hearth lädt das Modell neu, ab jetzt ohne umgepackte Gewichte.</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on with fewer layers on the GPU.</source>
        <translation>Hearth lädt das Modell neu, ab jetzt mit weniger Schichten auf der GPU.</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on without the GPU.</source>
        <translation>Hearth lädt das Modell neu, ab jetzt ohne die GPU.</translation>
    </message>
    <message>
        <source>Hearth reloads the model, from now on without flash attention.</source>
        <translation>Hearth lädt das Modell neu, ab jetzt ohne Flash Attention.</translation>
    </message>
    <message>
        <source>The machine at {address} no longer responds.</source>
        <translation>Der Computer unter {address} antwortet nicht mehr.</translation>
    </message>
    <message>
        <source>The machines at {names} no longer respond.</source>
        <translation>Die Computer unter {names} antworten nicht mehr.</translation>
    </message>
    <message>
        <source>Hearth reloads the model without it.</source>
        <translation>Hearth lädt das Modell ohne ihn neu.</translation>
    </message>
    <message>
        <source>Hearth reloads the model without them.</source>
        <translation>Hearth lädt das Modell ohne sie neu.</translation>
    </message>
    <message>
        <source>Your chats are untouched.</source>
        <translation>Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Hearth restarts the engine without a model. Open another model, or open this one again to retry it.</source>
        <translation>Hearth startet die Engine neu, aber ohne Modell. Ein anderes Modell öffnen oder es mit diesem noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Hearth restarts the engine.</source>
        <translation>Hearth startet die Engine neu.</translation>
    </message>
    <message>
        <source>Something went wrong inside Hearth ({error}).</source>
        <translation>In Hearth ist ein Fehler aufgetreten ({error}).</translation>
    </message>
    <message>
        <source>Your chats are safe on disk.</source>
        <translation>Die Chats sind sicher gespeichert.</translation>
    </message>
    <message>
        <source>Try again; if it keeps happening, restart Hearth and report the details.</source>
        <translation>Erneut versuchen; falls es wieder auftritt, Hearth neu starten und die Details melden.</translation>
    </message>
    <message>
        <source>It needs {needed} GB of memory; taking more than {limit} GB would freeze this machine.</source>
        <translation>Es benötigt {needed} GB Speicher; mit mehr als {limit} GB würde dieser Computer einfrieren.</translation>
    </message>
    <message>
        <source>With room for an answer, this chat needs {n_needed} tokens; the model was trained for {n_ctx}.</source>
        <translation>Mit Platz für eine Antwort braucht dieser Chat {n_needed} Token; das Modell wurde für {n_ctx} trainiert.</translation>
    </message>
    <message>
        <source>With room for an answer, this chat needs {n_needed} tokens; there is memory for {n_ctx}.</source>
        <translation>Mit Platz für eine Antwort braucht dieser Chat {n_needed} Token; der Speicher reicht für {n_ctx}.</translation>
    </message>
    <message>
        <source>Its settings keep it off the GPU; it runs on the processor.</source>
        <translation>Die Einstellungen schließen die GPU aus; das Modell läuft auf dem Prozessor.</translation>
    </message>
    <message>
        <source>Its settings allow {n} of {n_layers} layers on the GPU.</source>
        <translation>Die Einstellungen erlauben {n} von {n_layers} Schichten auf der GPU.</translation>
    </message>
    <message>
        <source>It needs {needed} GB of memory and {free} GB is free: other programs may slow down, and Hearth may read parts of the model from disk repeatedly.</source>
        <translation>Es benötigt {needed} GB Arbeitsspeicher, frei sind {free} GB: Andere Programme können langsamer werden, und Hearth liest womöglich Teile des Modells wiederholt vom Datenträger.</translation>
    </message>
    <message>
        <source>It fits with a context of {n} tokens, but not with the {n_wished} requested.</source>
        <translation>Es passt mit einem Kontext von {n} Token, aber nicht mit den gewünschten {n_wished}.</translation>
    </message>
    <message>
        <source>There is enough free memory.</source>
        <translation>Es ist genug Speicher frei.</translation>
    </message>
    <message>
        <source>All layers fit on the GPU.</source>
        <translation>Alle Schichten passen auf die GPU.</translation>
    </message>
    <message>
        <source>The GPU has too little free memory; this model runs on the processor.</source>
        <translation>Die GPU hat zu wenig freien Speicher; dieses Modell läuft auf dem Prozessor.</translation>
    </message>
    <message>
        <source>The experts of {n} of {n_layers} layers stay on the processor; the rest fits on the GPU.</source>
        <translation>Die Experten von {n} der {n_layers} Schichten bleiben auf dem Prozessor; der Rest passt auf die GPU.</translation>
    </message>
    <message>
        <source>{n} of {n_layers} layers fit on the GPU; the rest runs slower.</source>
        <translation>{n} von {n_layers} Schichten passen auf die GPU; der Rest läuft langsamer.</translation>
    </message>
    <message>
        <source>Your chats are where they were; nothing is lost.</source>
        <translation>Die Chats sind dort, wo sie waren; nichts ist verloren.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: you stopped it.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Der Vorgang wurde gestoppt.</translation>
    </message>
    <message>
        <source>You can move it any time.</source>
        <translation>Sie können ihn jederzeit verschieben.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: it needs {needed} MB, but only {free} MB is free there.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Er benötigt {needed} MB, dort sind aber nur {free} MB frei.</translation>
    </message>
    <message>
        <source>Free some space on that disk, or choose a folder on another.</source>
        <translation>Auf diesem Datenträger Platz schaffen oder einen Ordner auf einem anderen wählen.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: its location was given when Hearth was started.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Sein Ort wurde beim Start von Hearth vorgegeben.</translation>
    </message>
    <message>
        <source>Close Hearth, move the folder yourself, and start Hearth with the new location.</source>
        <translation>Hearth schließen, den Ordner von Hand verschieben und Hearth mit dem neuen Ort starten.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: the new folder is the old one or inside it.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Der neue Ordner ist der alte oder liegt darin.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: {folder} is not empty.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: {folder} ist nicht leer.</translation>
    </message>
    <message>
        <source>Choose an empty folder.</source>
        <translation>Wählen Sie einen leeren Ordner.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: the disk is full.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>Free some space, or choose another disk.</source>
        <translation>Speicherplatz freigeben oder einen anderen Datenträger wählen.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved ({file}: {cause}).</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben ({file}: {cause}).</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved ({cause}).</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben ({cause}).</translation>
    </message>
    <message>
        <source>Choose a folder that you can write to, on a working disk.</source>
        <translation>Einen Ordner mit Schreibrecht auf einem funktionierenden Datenträger wählen.</translation>
    </message>
    <message>
        <source>Hearth could not delete everything: {file} ({reason}).</source>
        <translation>Hearth konnte nicht alles löschen: {file} ({reason}).</translation>
    </message>
    <message>
        <source>Hearth could not delete everything: {file} and {n} more ({reason}).</source>
        <translation>Hearth konnte nicht alles löschen: {file} und {n} weitere ({reason}).</translation>
    </message>
    <message>
        <source>The rest of what you chose is deleted.</source>
        <translation>Der Rest Ihrer Auswahl ist gelöscht.</translation>
    </message>
    <message>
        <source>Close other programs that may use it, and reset Hearth again.</source>
        <translation>Andere Programme schließen, die darauf zugreifen könnten, und Hearth erneut zurücksetzen.</translation>
    </message>
    <message>
        <source>The stored memory was not deleted: {store} is not marked as Hearth&apos;s own.</source>
        <translation>Das gespeicherte Chat-Gedächtnis wurde nicht gelöscht: {store} ist nicht als Ordner von Hearth gekennzeichnet.</translation>
    </message>
    <message>
        <source>Everything else you chose is deleted; that folder is untouched.</source>
        <translation>Alles andere Ausgewählte ist gelöscht; dieser Ordner ist unverändert.</translation>
    </message>
    <message>
        <source>If it contains none of your files, delete the folder yourself.</source>
        <translation>Wenn keine eigenen Dateien darin sind, löschen Sie den Ordner selbst.</translation>
    </message>
    <message>
        <source>It cannot be used as a model; nothing was changed.</source>
        <translation>Die Datei kann nicht als Modell verwendet werden; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Download the file again; the usual cause is an interrupted download.</source>
        <translation>Die Datei erneut herunterladen; meist liegt es an einem unterbrochenen Download.</translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation>{name} ist keine GGUF-Datei.</translation>
    </message>
    <message>
        <source>It is not a GGUF file.</source>
        <translation>Keine GGUF-Datei.</translation>
    </message>
    <message>
        <source>Choose a file in the GGUF format.</source>
        <translation>Eine Datei im GGUF-Format wählen.</translation>
    </message>
    <message>
        <source>The file {name} is incomplete: it ends inside its header.</source>
        <translation>Die Datei {name} ist unvollständig: Sie endet mitten im Header.</translation>
    </message>
    <message>
        <source>It is incomplete: it ends inside its header.</source>
        <translation>Unvollständig: Die Datei endet mitten im Header.</translation>
    </message>
    <message>
        <source>The header of {name} is damaged.</source>
        <translation>Der Header von {name} ist beschädigt.</translation>
    </message>
    <message>
        <source>Its header is damaged.</source>
        <translation>Der Header ist beschädigt.</translation>
    </message>
    <message>
        <source>{name} was made for big-endian processors.</source>
        <translation>{name} wurde für Big-Endian-Prozessoren erstellt.</translation>
    </message>
    <message>
        <source>It was made for big-endian processors.</source>
        <translation>Die Datei wurde für Big-Endian-Prozessoren erstellt.</translation>
    </message>
    <message>
        <source>Choose the standard, little-endian file of this model.</source>
        <translation>Die übliche Little-Endian-Datei dieses Modells wählen.</translation>
    </message>
    <message>
        <source>{name} has version {version} of the GGUF format; Hearth reads 2 and 3.</source>
        <translation>{name} hat Version {version} des GGUF-Formats; Hearth liest 2 und 3.</translation>
    </message>
    <message>
        <source>It has version {version} of the GGUF format.</source>
        <translation>Die Datei hat Version {version} des GGUF-Formats.</translation>
    </message>
    <message>
        <source>Choose a newer file of this model, or update Hearth if the file is newer.</source>
        <translation>Eine neuere Datei dieses Modells wählen oder, falls die Datei neuer ist, Hearth aktualisieren.</translation>
    </message>
    <message>
        <source>Hearth cannot read the file {name} ({reason}).</source>
        <translation>Die Datei {name} kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Hearth cannot read it ({reason}).</source>
        <translation>Die Datei kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Check that the file exists and that you can read it.</source>
        <translation>Prüfen, ob die Datei vorhanden ist und gelesen werden darf.</translation>
    </message>
    <message>
        <source>Any GPU with a Vulkan driver</source>
        <translation>Jede GPU mit Vulkan-Treiber</translation>
    </message>
    <message>
        <source>NVIDIA, with the CUDA toolkit installed</source>
        <translation>NVIDIA, mit installiertem CUDA-Toolkit</translation>
    </message>
    <message>
        <source>AMD, with ROCm installed</source>
        <translation>AMD, mit installiertem ROCm</translation>
    </message>
    <message>
        <source>Apple, where Hearth uses Metal automatically</source>
        <translation>Apple, wo Metal automatisch verwendet wird</translation>
    </message>
    <message>
        <source>Any GPU with a Vulkan driver, with the Vulkan SDK installed</source>
        <translation>Jede GPU mit Vulkan-Treiber und installiertem Vulkan SDK</translation>
    </message>
    <message>
        <source>Hearth could not find out which devices llama.cpp can use.</source>
        <translation>Hearth konnte nicht ermitteln, welche Geräte llama.cpp verwenden kann.</translation>
    </message>
    <message>
        <source>Models still load where that is safe.</source>
        <translation>Modelle werden trotzdem geladen, soweit das sicher ist.</translation>
    </message>
    <message>
        <source>Try again; if it keeps happening, update your graphics driver.</source>
        <translation>Versuchen Sie es erneut; bleibt es dabei, aktualisieren Sie Ihren Grafiktreiber.</translation>
    </message>
    <message>
        <source>It is not a regular file.</source>
        <translation>Keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>The folder has more than {limit} files.</source>
        <translation>Der Ordner enthält mehr als {limit} Dateien.</translation>
    </message>
    <message>
        <source>The archive is damaged or incomplete.</source>
        <translation>Das Archiv ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
        <source>The archive has more than {limit} files.</source>
        <translation>Das Archiv enthält mehr als {limit} Dateien.</translation>
    </message>
    <message>
        <source>The archive is password-protected.</source>
        <translation>Das Archiv ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
        <source>The archive unpacks to far more than it should, so Hearth stopped reading it.</source>
        <translation>Das Archiv ist entpackt weit größer, als es sein dürfte; Hearth hat es nicht weiter gelesen.</translation>
    </message>
    <message>
        <source>Hearth cannot write {path} ({reason}).</source>
        <translation>{path} kann nicht geschrieben werden ({reason}).</translation>
    </message>
    <message>
        <source>Your chats are unchanged; files written earlier are complete.</source>
        <translation>Die Chats sind unverändert; zuvor geschriebene Dateien sind vollständig.</translation>
    </message>
    <message>
        <source>Choose another folder, or free some space, then export again.</source>
        <translation>Einen anderen Ordner wählen oder Speicherplatz schaffen und erneut exportieren.</translation>
    </message>
    <message>
        <source>{path} already exists.</source>
        <translation>{path} ist bereits vorhanden.</translation>
    </message>
    <message>
        <source>Nothing was written, and that file is unchanged.</source>
        <translation>Es wurde nichts geschrieben; die Datei ist unverändert.</translation>
    </message>
    <message>
        <source>Choose another name, or choose to replace the file.</source>
        <translation>Einen anderen Namen wählen oder die Datei ersetzen.</translation>
    </message>
    <message>
        <source>There is no chat to export.</source>
        <translation>Es gibt keinen Chat zum Exportieren.</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Choose an existing chat, or start one first.</source>
        <translation>Einen vorhandenen Chat angeben oder zuerst einen beginnen.</translation>
    </message>
    <message>
        <source>{name} cannot be imported: {reason}</source>
        <translation>{name} kann nicht importiert werden: {reason}</translation>
    </message>
    <message>
        <source>Nothing was imported; your chats are unchanged.</source>
        <translation>Es wurde nichts importiert; die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Free some space on that disk, then import the file again.</source>
        <translation>Auf diesem Datenträger Platz schaffen und die Datei erneut importieren.</translation>
    </message>
    <message>
        <source>Hearth could not store a picture or sound from the file in {folder} ({reason}).</source>
        <translation>Ein Bild oder eine Tonaufnahme aus der Datei konnte nicht in {folder} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>Choose a file exported from Hearth, ChatGPT, Claude, Open WebUI, Jan or LM Studio.</source>
        <translation>Wählen Sie eine aus Hearth, ChatGPT, Claude, Open WebUI, Jan oder LM Studio exportierte Datei.</translation>
    </message>
    <message>
        <source>Chats imported before the error are complete; the others are missing.</source>
        <translation>Vor dem Fehler importierte Chats sind vollständig; die anderen fehlen.</translation>
    </message>
    <message>
        <source>It has no list of messages.</source>
        <translation>Es fehlt die Liste der Nachrichten.</translation>
    </message>
    <message>
        <source>It contains no chats.</source>
        <translation>Kein Chat enthalten.</translation>
    </message>
    <message>
        <source>Hearth cannot read it: {error}.</source>
        <translation>Lesen nicht möglich: {error}.</translation>
    </message>
    <message>
        <source>It is nested too deeply.</source>
        <translation>Zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>A number in it is too long.</source>
        <translation>Eine Zahl darin ist zu lang.</translation>
    </message>
    <message>
        <source>A single chat in it is larger than {limit} MB.</source>
        <translation>Ein einzelner Chat darin ist größer als {limit} MB.</translation>
    </message>
    <message>
        <source>A single chat in it has more than {n} million parts.</source>
        <translation>Ein einzelner Chat darin hat mehr als {n} Millionen Teile.</translation>
    </message>
    <message>
        <source>The file ends in the middle; the rest is missing.</source>
        <translation>Die Datei endet mittendrin; der Rest fehlt.</translation>
    </message>
    <message>
        <source>Part of the file is not valid JSON.</source>
        <translation>Ein Teil der Datei ist kein gültiges JSON.</translation>
    </message>
    <message>
        <source>It has no messages with text.</source>
        <translation>Keine Nachrichten mit Text enthalten.</translation>
    </message>
    <message>
        <source>Pictures, kept as a note in the text: {n}</source>
        <translation>Bilder, als Hinweis im Text erhalten: {n}</translation>
    </message>
    <message>
        <source>Sound or video, kept as a note in the text: {n}</source>
        <translation>Ton oder Video, als Hinweis im Text erhalten: {n}</translation>
    </message>
    <message>
        <source>Files without their text, kept as a note: {n}</source>
        <translation>Dateien ohne ihren Text, als Hinweis erhalten: {n}</translation>
    </message>
    <message>
        <source>Tool calls and their results, kept as text: {n}</source>
        <translation>Werkzeugaufrufe und ihre Ergebnisse, als Text erhalten: {n}</translation>
    </message>
    <message>
        <source>Parts of an unknown kind, kept as a note: {n}</source>
        <translation>Teile unbekannter Art, als Hinweis erhalten: {n}</translation>
    </message>
    <message>
        <source>Messages with an unknown role, kept as the user’s: {n}</source>
        <translation>Nachrichten mit unbekannter Rolle, als eigene Nachrichten übernommen: {n}</translation>
    </message>
    <message>
        <source>Hidden messages of the other program, left out: {n}</source>
        <translation>Verborgene Nachrichten des anderen Programms, ausgelassen: {n}</translation>
    </message>
    <message>
        <source>Messages without a valid time: {n}</source>
        <translation>Nachrichten ohne gültige Zeitangabe: {n}</translation>
    </message>
    <message>
        <source>Messages whose previous message is missing: {n}</source>
        <translation>Nachrichten, deren Vorgänger fehlt: {n}</translation>
    </message>
    <message>
        <source>Unreadable pictures and sounds, left out: {n}</source>
        <translation>Nicht lesbare Bilder und Tonaufnahmen, ausgelassen: {n}</translation>
    </message>
    <message>
        <source>Pictures and sounds whose files are missing: {n}</source>
        <translation>Bilder und Tonaufnahmen, deren Dateien fehlen: {n}</translation>
    </message>
    <message>
        <source>It contains no chats in a known format.</source>
        <translation>Kein Chat in einem bekannten Format enthalten.</translation>
    </message>
    <message>
        <source>A single chat in it has too many messages.</source>
        <translation>Ein einzelner Chat darin hat zu viele Nachrichten.</translation>
    </message>
    <message>
        <source>The file ends in the middle; the last chats may be missing.</source>
        <translation>Die Datei endet mittendrin; die letzten Chats fehlen womöglich.</translation>
    </message>
    <message>
        <source>It is not a chat.</source>
        <translation>Kein Chat.</translation>
    </message>
    <message>
        <source>It was written by a newer version of Hearth. Install the newest version.</source>
        <translation>Die Datei stammt von einer neueren Version von Hearth. Bitte die neueste Version installieren.</translation>
    </message>
    <message>
        <source>It has no messages that Hearth can read.</source>
        <translation>Keine Nachrichten enthalten, die Hearth lesen kann.</translation>
    </message>
    <message>
        <source>Your chats still work and are saved, but the model will reread them from the start when you reopen them.</source>
        <translation>Ihre Chats funktionieren weiter und werden gespeichert, aber beim nächsten Öffnen liest das Modell sie von Anfang an neu.</translation>
    </message>
    <message>
        <source>Your chats still work and are saved, and Hearth uses what is stored, but the model will reread new messages when you reopen a chat.</source>
        <translation>Ihre Chats funktionieren weiter und werden gespeichert, und Hearth verwendet das bereits Gespeicherte; neue Nachrichten liest das Modell beim nächsten Öffnen eines Chats aber erneut.</translation>
    </message>
    <message>
        <source>Hearth cannot use its cache folder {root} ({reason}).</source>
        <translation>Hearth kann seinen Cache-Ordner {root} nicht verwenden ({reason}).</translation>
    </message>
    <message>
        <source>Make the folder writable, or choose another one with --data-dir, then restart.</source>
        <translation>Den Ordner beschreibbar machen oder mit --data-dir einen anderen wählen und Hearth neu starten.</translation>
    </message>
    <message>
        <source>The disk with {root} is almost full, so Hearth no longer keeps chats warm.</source>
        <translation>Der Datenträger mit {root} ist fast voll; Hearth hält Chats daher nicht mehr bereit.</translation>
    </message>
    <message>
        <source>Free some disk space and restart Hearth.</source>
        <translation>Speicherplatz freigeben und Hearth neu starten.</translation>
    </message>
    <message>
        <source>Less than {reserve} is free on the disk with {root}, so Hearth stores nothing more there.</source>
        <translation>Auf dem Datenträger mit {root} sind weniger als {reserve} frei; Hearth speichert dort nichts mehr.</translation>
    </message>
    <message>
        <source>Free some disk space; storing then resumes automatically.</source>
        <translation>Speicherplatz freigeben; das Speichern läuft dann automatisch weiter.</translation>
    </message>
    <message>
        <source>Hearth has reached today&apos;s limit of {limit} of stored conversation memory.</source>
        <translation>Hearth hat die heutige Grenze von {limit} gespeichertem Chat-Gedächtnis erreicht.</translation>
    </message>
    <message>
        <source>Storing resumes tomorrow; you can raise the limit under Conversation memory.</source>
        <translation>Das Speichern geht morgen weiter; Sie können die Grenze unter „Chat-Gedächtnis“ erhöhen.</translation>
    </message>
    <message>
        <source>The memory of this chat no longer fits in the {limit} that Hearth may use.</source>
        <translation>Das Gedächtnis dieses Chats passt nicht mehr in die {limit}, die Hearth belegen darf.</translation>
    </message>
    <message>
        <source>Allow more under Conversation memory, or unpin chats there.</source>
        <translation>Erlauben Sie unter „Chat-Gedächtnis“ mehr, oder lösen Sie dort angeheftete Chats.</translation>
    </message>
    <message>
        <source>Close it and try again; `hearth cache list` works in the meantime.</source>
        <translation>Die andere Instanz schließen und es erneut versuchen; `hearth cache list` funktioniert auch so.</translation>
    </message>
    <message>
        <source>Hearth could not delete stored memory in {root} ({reason}); files left: {n}.</source>
        <translation>Chat-Gedächtnis in {root} konnte nicht gelöscht werden ({reason}); übrige Dateien: {n}.</translation>
    </message>
    <message>
        <source>Hearth no longer uses these files, but they are still on the disk.</source>
        <translation>Hearth verwendet diese Dateien nicht mehr, sie liegen aber noch auf dem Datenträger.</translation>
    </message>
    <message>
        <source>Close other programs that use them; Hearth tries again at the next start.</source>
        <translation>Andere Programme schließen, die sie verwenden; Hearth versucht es beim nächsten Start erneut.</translation>
    </message>
    <message>
        <source>The memory of a chat with this model takes {size}; Hearth stores at most {limit} at once.</source>
        <translation>Das Gedächtnis eines Chats mit diesem Modell ist {size} groß; Hearth speichert höchstens {limit} auf einmal.</translation>
    </message>
    <message>
        <source>The model rereads chats as long as this one when you open them; nothing is lost.</source>
        <translation>So lange Chats liest das Modell beim Öffnen erneut; nichts geht verloren.</translation>
    </message>
    <message>
        <source>Start a new chat from time to time; Hearth stores shorter chats with this model.</source>
        <translation>Ab und zu einen neuen Chat beginnen; kürzere Chats mit diesem Modell speichert Hearth.</translation>
    </message>
    <message>
        <source>Hearth could not read the memory settings of individual chats ({path}: {reason}).</source>
        <translation>Hearth konnte die Gedächtnis-Einstellungen einzelner Chats nicht lesen ({path}: {reason}).</translation>
    </message>
    <message>
        <source>Hearth restores them from your chats when its window opens. Until then, no chat is pinned or switched off.</source>
        <translation>Hearth stellt sie aus Ihren Chats wieder her, sobald sich das Fenster öffnet. Bis dahin ist kein Chat angeheftet und keiner abgeschaltet.</translation>
    </message>
    <message>
        <source>Hearth could not save the memory settings of individual chats to {path} ({reason}).</source>
        <translation>Hearth konnte die Gedächtnis-Einstellungen einzelner Chats nicht in {path} speichern ({reason}).</translation>
    </message>
    <message>
        <source>Your change applies until you close Hearth.</source>
        <translation>Ihre Änderung gilt, bis Sie Hearth schließen.</translation>
    </message>
    <message>
        <source>Make the file and its folder writable, or free some space.</source>
        <translation>Diese Datei und ihren Ordner beschreibbar machen oder Speicherplatz freigeben.</translation>
    </message>
    <message>
        <source>Hearth could not write to its cache folder {root} ({reason}).</source>
        <translation>Hearth konnte nicht in seinen Cache-Ordner {root} schreiben ({reason}).</translation>
    </message>
    <message>
        <source>Check the disk and restart Hearth; you can safely delete the cache folder.</source>
        <translation>Prüfen Sie den Datenträger und starten Sie Hearth neu; den Cache-Ordner können Sie gefahrlos löschen.</translation>
    </message>
    <message>
        <source>Hearth cannot use the index of stored chats {path}.</source>
        <translation>Der Index der gespeicherten Chats {path} kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The disk is full: free some space and restart Hearth.</source>
        <translation>Der Datenträger ist voll: Speicherplatz freigeben und Hearth neu starten.</translation>
    </message>
    <message>
        <source>Restart Hearth; it then rebuilds the index from the stored files.</source>
        <translation>Hearth neu starten; der Index wird dann aus den gespeicherten Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>Make the file readable, then start Hearth again.</source>
        <translation>Die Datei lesbar machen und Hearth erneut starten.</translation>
    </message>
    <message>
        <source>Fix or delete {path}.</source>
        <translation>{path} korrigieren oder löschen.</translation>
    </message>
    <message>
        <source>Open the window; Hearth moved the file to {broken}.</source>
        <translation>Das Fenster öffnen; die Datei wurde nach {broken} verschoben.</translation>
    </message>
    <message>
        <source>This copy of Hearth does not know which packages it needs.</source>
        <translation>Dieser Installation von Hearth ist nicht bekannt, welche Pakete sie benötigt.</translation>
    </message>
    <message>
        <source>Hearth cannot list their licences. Your chats are not affected.</source>
        <translation>Hearth kann ihre Lizenzen nicht auflisten. Die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Install Hearth from one of its packages, or with pip.</source>
        <translation>Hearth aus einem seiner Pakete oder mit pip installieren.</translation>
    </message>
    <message>
        <source>The adapter {path} was made for another model.</source>
        <translation>Der Adapter {path} wurde für ein anderes Modell erstellt.</translation>
    </message>
    <message>
        <source>The model was not loaded. Your chats are untouched.</source>
        <translation>Das Modell wurde nicht geladen. Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>There is no readable model file at {path}.</source>
        <translation>Unter {path} liegt keine lesbare Modelldatei.</translation>
    </message>
    <message>
        <source>Check whether the file was moved or deleted, or open another model.</source>
        <translation>Prüfen, ob die Datei verschoben oder gelöscht wurde, oder ein anderes Modell öffnen.</translation>
    </message>
    <message>
        <source>{path} is not a GGUF model file.</source>
        <translation>{path} ist keine GGUF-Modelldatei.</translation>
    </message>
    <message>
        <source>The file is damaged or not a model: download it again, or choose another.</source>
        <translation>Die Datei ist beschädigt oder kein Modell: eine andere wählen oder erneut herunterladen.</translation>
    </message>
    <message>
        <source>The model file {path} is incomplete or damaged.</source>
        <translation>Die Modelldatei {path} ist unvollständig oder beschädigt.</translation>
    </message>
    <message>
        <source>{path} is not an embedding model.</source>
        <translation>{path} ist kein Embedding-Modell.</translation>
    </message>
    <message>
        <source>This version of Hearth cannot run models of the kind of {path} ({architecture}).</source>
        <translation>Diese Version von Hearth kann Modelle wie {path} nicht ausführen ({architecture}).</translation>
    </message>
    <message>
        <source>Update Hearth, or open a model of another kind.</source>
        <translation>Hearth aktualisieren oder ein Modell anderer Art öffnen.</translation>
    </message>
    <message>
        <source>The model {path} does not fit in this machine&apos;s memory.</source>
        <translation>Das Modell {path} passt nicht in den Speicher dieses Computers.</translation>
    </message>
    <message>
        <source>Close other programs, or open a smaller model or a smaller quantisation of it.</source>
        <translation>Andere Programme schließen oder ein kleineres Modell oder eine kleinere Quantisierung davon öffnen.</translation>
    </message>
    <message>
        <source>Hearth could not load the model {path}.</source>
        <translation>Das Modell {path} konnte nicht geladen werden.</translation>
    </message>
    <message>
        <source>Open another model; the details show llama.cpp&apos;s error.</source>
        <translation>Ein anderes Modell öffnen; die Details zeigen den Fehler von llama.cpp.</translation>
    </message>
    <message>
        <source>The KV cache of {path} does not support 8 bits.</source>
        <translation>Der KV-Cache von {path} unterstützt keine 8 Bit.</translation>
    </message>
    <message>
        <source>Choose 16 bits in the settings of this model.</source>
        <translation>In den Einstellungen dieses Modells 16 Bit wählen.</translation>
    </message>
    <message>
        <source>Remove the adapter from the settings of this model, or choose another one.</source>
        <translation>Den Adapter aus den Einstellungen dieses Modells entfernen oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>llama.cpp stopped while reading the model file {path}.</source>
        <translation>llama.cpp ist beim Lesen der Modelldatei {path} abgebrochen.</translation>
    </message>
    <message>
        <source>Download the file again, or open another model. `hearth self-test` lets Hearth try this one again.</source>
        <translation>Laden Sie die Datei noch einmal herunter, oder öffnen Sie ein anderes Modell. Nach `hearth self-test` versucht Hearth es mit diesem noch einmal.</translation>
    </message>
    <message>
        <source>Loading {path} was cancelled.</source>
        <translation>Das Laden von {path} wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Open a model to continue.</source>
        <translation>Zum Fortfahren ein Modell öffnen.</translation>
    </message>
    <message>
        <source>The model stopped computing with error {code}.</source>
        <translation>Das Modell hat die Berechnung mit Fehler {code} beendet.</translation>
    </message>
    <message>
        <source>The answer ends here; its text so far is kept.</source>
        <translation>Die Antwort endet hier; der bisherige Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Press Regenerate; if it happens again, reload the model.</source>
        <translation>„Neu erzeugen“ wählen; tritt es wieder auf, das Modell neu laden.</translation>
    </message>
    <message>
        <source>The loaded model has no token “{name}”.</source>
        <translation>Das geladene Modell hat kein Token „{name}“.</translation>
    </message>
    <message>
        <source>The grammar of this chat uses it, so nothing was sent to the model.</source>
        <translation>Die Grammatik dieses Chats verwendet es, deshalb wurde nichts an das Modell gesendet.</translation>
    </message>
    <message>
        <source>Change the grammar in the chat settings, or open another model.</source>
        <translation>Ändern Sie die Grammatik in den Chat-Einstellungen, oder öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>There is no readable adapter at {path}.</source>
        <translation>Unter {path} liegt kein lesbarer Adapter.</translation>
    </message>
    <message>
        <source>{path} is not a LoRA adapter.</source>
        <translation>{path} ist kein LoRA-Adapter.</translation>
    </message>
    <message>
        <source>The adapter {path} was made for another kind of model ({kind}; this one is {wanted}).</source>
        <translation>Der Adapter {path} wurde für eine andere Art von Modell erstellt ({kind}; dieses ist {wanted}).</translation>
    </message>
    <message>
        <source>Hearth Guide is built in and tiny: it knows Hearth and nothing else.</source>
        <translation>Hearth Guide ist eingebaut und winzig: Er kennt nur Hearth und spricht nur Englisch.</translation>
    </message>
    <message>
        <source>How do I add a model?</source>
        <translation>Wie füge ich ein Modell hinzu?</translation>
    </message>
    <message>
        <source>Press `Ctrl+O` and choose a GGUF file, or drop the file onto the window. If you have none yet, choose **Get a model…** behind the model button at the top.</source>
        <translation>Drücken Sie `Ctrl+O` und wählen Sie eine GGUF-Datei, oder ziehen Sie die Datei auf das Fenster. Wenn Sie noch keine haben, wählen Sie **Modell holen…** hinter dem Namen des Modells oben im Fenster.</translation>
    </message>
    <message>
        <source>Which model should I choose?</source>
        <translation>Welches Modell soll ich wählen?</translation>
    </message>
    <message>
        <source>Click the model button at the top and choose **Get a model…**: the one that suits this machine is marked *Recommended*. Larger ones know more but answer more slowly.</source>
        <translation>Klicken Sie oben auf den Namen des Modells und wählen Sie **Modell holen…**: Das Modell, das zu diesem Computer passt, ist mit *Empfohlen* gekennzeichnet. Größere wissen mehr, antworten aber langsamer.</translation>
    </message>
    <message>
        <source>Does anything leave my machine?</source>
        <translation>Verlässt etwas meinen Computer?</translation>
    </message>
    <message>
        <source>No. Models, chats and their memory stay on this machine. Hearth connects only when you ask for it, to search or download a model, for example.</source>
        <translation>Nein. Modelle, Chats und ihr Gedächtnis bleiben auf diesem Computer. Hearth verbindet sich nur, wenn Sie es verlangen, zum Beispiel um ein Modell zu suchen oder herunterzuladen.</translation>
    </message>
    <message>
        <source>Where are my chats stored?</source>
        <translation>Wo werden meine Chats gespeichert?</translation>
    </message>
    <message>
        <source>Your chats are in the folder `~/.local/share/hearth`, in one database file. **Folders and reset…** in the menu under **Help** shows and opens it.</source>
        <translation>Ihre Chats liegen im Ordner `~/.local/share/hearth`, in einer einzigen Datenbankdatei. **Ordner und Zurücksetzen…** im Menü unter **Hilfe** zeigt und öffnet ihn.</translation>
    </message>
    <message>
        <source>For trying things out on any machine; fast, but often wrong.</source>
        <translation>Zum Ausprobieren auf jedem Computer; schnell, aber oft falsch.</translation>
    </message>
    <message>
        <source>For everyday questions on a small machine.</source>
        <translation>Für alltägliche Fragen auf einem kleinen Computer.</translation>
    </message>
    <message>
        <source>For small machines, made in the open: what it learned from is public.</source>
        <translation>Für kleine Computer, offen entwickelt: Woraus es gelernt hat, ist öffentlich.</translation>
    </message>
    <message>
        <source>For maths and code; it thinks before it answers.</source>
        <translation>Für Mathematik und Code; denkt vor der Antwort nach.</translation>
    </message>
    <message>
        <source>For everyday talk and writing, in many languages.</source>
        <translation>Für alltägliche Gespräche und Texte, in vielen Sprachen.</translation>
    </message>
    <message>
        <source>For quick answers without a graphics card.</source>
        <translation>Für schnelle Antworten ohne Grafikkarte.</translation>
    </message>
    <message>
        <source>For writing and translating, with more knowledge than the smaller ones.</source>
        <translation>Zum Schreiben und Übersetzen, mit mehr Wissen als die kleineren.</translation>
    </message>
    <message>
        <source>For harder questions, if you have time or a graphics card.</source>
        <translation>Für schwierigere Fragen, mit etwas Zeit oder einer Grafikkarte.</translation>
    </message>
    <message>
        <source>For talk, writing and pictures on a graphics card.</source>
        <translation>Für Gespräche, Texte und Bilder auf einer Grafikkarte.</translation>
    </message>
    <message>
        <source>For demanding work; quick for its size, also without a graphics card.</source>
        <translation>Für anspruchsvolle Arbeit; schnell für seine Größe, auch ohne Grafikkarte.</translation>
    </message>
    <message>
        <source>For the hardest questions, on a graphics card with 24 GB.</source>
        <translation>Für die schwersten Fragen, auf einer Grafikkarte mit 24 GB.</translation>
    </message>
    <message>
        <source>For writing and changing programs.</source>
        <translation>Zum Schreiben und Ändern von Programmen.</translation>
    </message>
    <message>
        <source>For demanding work with pictures; quick for its size.</source>
        <translation>Für anspruchsvolle Arbeit mit Bildern; schnell für seine Größe.</translation>
    </message>
    <message>
        <source>For demanding work on a powerful machine; it knows the most.</source>
        <translation>Für anspruchsvolle Aufgaben auf einem leistungsstarken Computer; weiß am meisten.</translation>
    </message>
    <message>
        <source>The part already downloaded is kept; your chats and models are not affected.</source>
        <translation>Der bereits heruntergeladene Teil bleibt erhalten; Chats und Modelle sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Nothing was downloaded; your chats and models are not affected.</source>
        <translation>Es wurde nichts heruntergeladen; Chats und Modelle sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The disk with {folder} needs {gb} GB more free space.</source>
        <translation>Auf dem Datenträger mit {folder} müssen noch {gb} GB frei werden.</translation>
    </message>
    <message>
        <source>The disk with {folder} is full.</source>
        <translation>Der Datenträger mit {folder} ist voll.</translation>
    </message>
    <message>
        <source>Free some space or choose a smaller file, then resume.</source>
        <translation>Speicherplatz freigeben oder eine kleinere Datei wählen und dann fortsetzen.</translation>
    </message>
    <message>
        <source>Hearth cannot write to the folder {folder} ({reason}).</source>
        <translation>Hearth kann nicht in den Ordner {folder} schreiben ({reason}).</translation>
    </message>
    <message>
        <source>Connect its disk or make it writable, or choose another folder.</source>
        <translation>Den Datenträger anschließen, den Ordner beschreibbar machen oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>Another file named {name} already exists.</source>
        <translation>Es gibt bereits eine andere Datei mit dem Namen {name}.</translation>
    </message>
    <message>
        <source>Hearth did not touch it and downloaded nothing.</source>
        <translation>Hearth hat sie nicht verändert und nichts heruntergeladen.</translation>
    </message>
    <message>
        <source>Move or rename that file, or choose another folder.</source>
        <translation>Diese Datei verschieben oder umbenennen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>The hub lists a file named {name}, which is not a safe name on this disk.</source>
        <translation>Der Hub führt eine Datei namens {name} auf; dieser Name ist auf diesem Datenträger nicht sicher.</translation>
    </message>
    <message>
        <source>Choose a repository from another author.</source>
        <translation>Wählen Sie ein Repository eines anderen Autors.</translation>
    </message>
    <message>
        <source>Another Hearth is already downloading {name}.</source>
        <translation>Eine andere Instanz von Hearth lädt {name} bereits herunter.</translation>
    </message>
    <message>
        <source>That download continues.</source>
        <translation>Dieser Download läuft weiter.</translation>
    </message>
    <message>
        <source>Wait for it to finish, or pause it there first.</source>
        <translation>Warten Sie, bis er fertig ist, oder pausieren Sie ihn dort zuerst.</translation>
    </message>
    <message>
        <source>The file that the hub sent differs from the {name} it listed.</source>
        <translation>Der Hub hat eine andere Datei gesendet, als er unter {name} aufführt.</translation>
    </message>
    <message>
        <source>Cancel this download, then choose the model again.</source>
        <translation>Diesen Download abbrechen und das Modell erneut auswählen.</translation>
    </message>
    <message>
        <source>{name} arrived damaged: its checksum is wrong.</source>
        <translation>{name} kam beschädigt an: Die Prüfsumme stimmt nicht.</translation>
    </message>
    <message>
        <source>The damaged file was deleted; your chats and models are not affected.</source>
        <translation>Die beschädigte Datei wurde gelöscht; Chats und Modelle sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Try again; if it keeps happening, the file on the hub, a proxy or this disk may be faulty.</source>
        <translation>Versuchen Sie es erneut; bleibt es dabei, sind womöglich die Datei auf dem Hub, ein Proxy oder dieser Datenträger fehlerhaft.</translation>
    </message>
    <message>
        <source>“{repo}” is not a repository name.</source>
        <translation>„{repo}“ ist kein Repository-Name.</translation>
    </message>
    <message>
        <source>Write it as author/name, as in ggml-org/gemma-3-4b-it-GGUF.</source>
        <translation>Als Autor/Name angeben, zum Beispiel ggml-org/gemma-3-4b-it-GGUF.</translation>
    </message>
    <message>
        <source>There is no public repository {repo}.</source>
        <translation>Es gibt kein öffentliches Repository {repo}.</translation>
    </message>
    <message>
        <source>Check the spelling; it may be renamed, deleted, or private, which requires a token from its owner.</source>
        <translation>Die Schreibweise prüfen; es kann umbenannt, gelöscht oder privat sein und ein Zugriffstoken des Besitzers erfordern.</translation>
    </message>
    <message>
        <source>{repo} requires you to sign in.</source>
        <translation>{repo} erfordert eine Anmeldung.</translation>
    </message>
    <message>
        <source>Sign in at {page}, accept the terms there, and try again; the token in Hearth must belong to the same account.</source>
        <translation>Auf {page} anmelden, dort die Bedingungen annehmen und es erneut versuchen; das in Hearth hinterlegte Zugriffstoken muss zum selben Konto gehören.</translation>
    </message>
    <message>
        <source>Sign in at {page}, accept the terms there, create a read token, and give it to Hearth: in the window, with `hearth models token`, or in the environment variable HF_TOKEN.</source>
        <translation>Auf {page} anmelden, dort die Bedingungen annehmen, ein Zugriffstoken zum Lesen erstellen und in Hearth hinterlegen: im Fenster, mit `hearth models token` oder in der Umgebungsvariable HF_TOKEN.</translation>
    </message>
    <message>
        <source>{host} rejected the access token.</source>
        <translation>{host} hat das Zugriffstoken abgelehnt.</translation>
    </message>
    <message>
        <source>It may have expired. Create a new one at {page} and give it to Hearth, or remove the old one: most models need none.</source>
        <translation>Es ist womöglich abgelaufen. Auf {page} ein neues erstellen und in Hearth hinterlegen oder das alte entfernen: Die meisten Modelle brauchen keines.</translation>
    </message>
    <message>
        <source>This is not a token: it contains invalid characters.</source>
        <translation>Das ist kein Zugriffstoken: Es enthält unzulässige Zeichen.</translation>
    </message>
    <message>
        <source>It was not saved; nothing was changed.</source>
        <translation>Es wurde nicht gespeichert, und es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Copy the token again, without spaces or quotation marks.</source>
        <translation>Das Zugriffstoken noch einmal kopieren, ohne Leerzeichen und Anführungszeichen.</translation>
    </message>
    <message>
        <source>{repo} has no file {wanted}.</source>
        <translation>{repo} enthält keine Datei {wanted}.</translation>
    </message>
    <message>
        <source>{repo} has no complete model in a GGUF file.</source>
        <translation>{repo} enthält kein vollständiges Modell in einer GGUF-Datei.</translation>
    </message>
    <message>
        <source>Available: {offered}.</source>
        <translation>Verfügbar: {offered}.</translation>
    </message>
    <message>
        <source>Look for a repository with a name that ends in GGUF.</source>
        <translation>Ein Repository suchen, dessen Name auf GGUF endet.</translation>
    </message>
    <message>
        <source>Hearth cannot use the {keyring} of this system.</source>
        <translation>Der Passwortspeicher dieses Systems ({keyring}) kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The token was not saved: Hearth never writes tokens to a plain file.</source>
        <translation>Das Zugriffstoken wurde nicht gespeichert: Hearth schreibt Token nie in eine unverschlüsselte Datei.</translation>
    </message>
    <message>
        <source>Unlock or install the {keyring}, or put the token in the environment variable HF_TOKEN before you start Hearth.</source>
        <translation>Den Passwortspeicher ({keyring}) entsperren oder installieren; alternativ das Zugriffstoken vor dem Start von Hearth in die Umgebungsvariable HF_TOKEN eintragen.</translation>
    </message>
    <message>
        <source>Hearth cannot tell from the header of {name} how much memory it needs.</source>
        <translation>Hearth kann am Header von {name} nicht erkennen, wie viel Speicher es braucht.</translation>
    </message>
    <message>
        <source>The estimate based on the file size still applies.</source>
        <translation>Die Schätzung anhand der Dateigröße gilt weiterhin.</translation>
    </message>
    <message>
        <source>The name of {folder} begins or ends with a space, or has characters that cannot be displayed.</source>
        <translation>Der Name von {folder} beginnt oder endet mit einem Leerzeichen oder enthält Zeichen, die nicht darstellbar sind.</translation>
    </message>
    <message>
        <source>Hearth does not search this folder.</source>
        <translation>Hearth durchsucht diesen Ordner nicht.</translation>
    </message>
    <message>
        <source>Rename the folder, then add it again.</source>
        <translation>Den Ordner umbenennen und erneut hinzufügen.</translation>
    </message>
    <message>
        <source>{path} is not in the model library.</source>
        <translation>{path} ist nicht in der Modellbibliothek.</translation>
    </message>
    <message>
        <source>`hearth models list` shows the models in it.</source>
        <translation>`hearth models list` zeigt die Modelle darin.</translation>
    </message>
    <message>
        <source>{name} belongs to {program}; Hearth reads it and never changes it.</source>
        <translation>{name} gehört zu {program}; Hearth liest die Datei und ändert sie nie.</translation>
    </message>
    <message>
        <source>Delete it in {program}.</source>
        <translation>In {program} löschen.</translation>
    </message>
    <message>
        <source>Hearth could not move {path} to the {trash} ({reason}).</source>
        <translation>{path} konnte nicht in den {trash} verschoben werden ({reason}).</translation>
    </message>
    <message>
        <source>The file is still there; your chats are not affected.</source>
        <translation>Die Datei ist noch dort; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Delete it with {file_manager}, or make its folder writable.</source>
        <translation>Die Datei im {file_manager} löschen oder ihren Ordner beschreibbar machen.</translation>
    </message>
    <message>
        <source>Hearth cannot read {folder} ({reason}).</source>
        <translation>{folder} kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>{folder} has too many files; Hearth did not check all of them.</source>
        <translation>{folder} enthält zu viele Dateien; Hearth hat nicht alle geprüft.</translation>
    </message>
    <message>
        <source>The folder {folder} does not exist; is its disk connected?</source>
        <translation>Der Ordner {folder} ist nicht vorhanden; ist sein Datenträger angeschlossen?</translation>
    </message>
    <message>
        <source>{folder} is not a folder.</source>
        <translation>{folder} ist kein Ordner.</translation>
    </message>
    <message>
        <source>It lets another model see or hear, and loads together with it.</source>
        <translation>Ermöglicht es einem anderen Modell, zu sehen oder zu hören, und wird mit ihm zusammen geladen.</translation>
    </message>
    <message>
        <source>It changes another model, and loads together with it.</source>
        <translation>Verändert ein anderes Modell und wird mit ihm zusammen geladen.</translation>
    </message>
    <message>
        <source>It drafts for another model. Hearth cannot use it yet.</source>
        <translation>Entwirft für ein anderes Modell. Hearth kann das noch nicht verwenden.</translation>
    </message>
    <message>
        <source>It is part of a split model, but its name does not show which part.</source>
        <translation>Teil eines aufgeteilten Modells; der Name zeigt nicht, welcher.</translation>
    </message>
    <message>
        <source>It has a tokenizer but no weights.</source>
        <translation>Enthält einen Tokenizer, aber keine Gewichte.</translation>
    </message>
    <message>
        <source>It is not a language model.</source>
        <translation>Kein Sprachmodell.</translation>
    </message>
    <message>
        <source>Its download is not finished.</source>
        <translation>Der Download ist noch nicht abgeschlossen.</translation>
    </message>
    <message>
        <source>Some of its files are missing: {names}.</source>
        <translation>Es fehlen Dateien: {names}.</translation>
    </message>
    <message>
        <source>It is incomplete: {n_mb} MB is missing.</source>
        <translation>Unvollständig: Es fehlen {n_mb} MB.</translation>
    </message>
    <message>
        <source>It is split into files with names that do not match their content.</source>
        <translation>In Dateien aufgeteilt, deren Namen nicht zum Inhalt passen.</translation>
    </message>
    <message>
        <source>Hearth could not save the settings of the model to {path} ({reason}).</source>
        <translation>Die Einstellungen des Modells konnten nicht in {path} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>They apply until you close Hearth; your chats are not affected.</source>
        <translation>Sie gelten, bis Sie Hearth schließen; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The model keeps its previous settings.</source>
        <translation>Das Modell behält seine bisherigen Einstellungen.</translation>
    </message>
    <message>
        <source>Choose another value.</source>
        <translation>Einen anderen Wert wählen.</translation>
    </message>
    <message>
        <source>The file {path} no longer exists.</source>
        <translation>Die Datei {path} ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>Make your changes again; the old file is {broken}.</source>
        <translation>Die Änderungen erneut vornehmen; die alte Datei ist {broken}.</translation>
    </message>
    <message>
        <source>Make the file {path} readable, or delete it.</source>
        <translation>Die Datei {path} lesbar machen oder löschen.</translation>
    </message>
    <message>
        <source>Hearth cannot read the file with your model settings.</source>
        <translation>Die Datei mit den Einstellungen der Modelle kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Hearth loads models with its own defaults; your chats are not affected.</source>
        <translation>Hearth lädt Modelle mit seinen eigenen Vorgaben; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The context must be {least} to {most} tokens.</source>
        <translation>Der Kontext muss {least} bis {most} Token haben.</translation>
    </message>
    <message>
        <source>The number of layers on the GPU must be 0 to {most}.</source>
        <translation>Die Anzahl der Schichten auf der GPU muss zwischen 0 und {most} liegen.</translation>
    </message>
    <message>
        <source>The number of threads must be 0 to {most}.</source>
        <translation>Die Anzahl der Threads muss zwischen 0 und {most} liegen.</translation>
    </message>
    <message>
        <source>The share of a device must be 0 or more.</source>
        <translation>Der Anteil eines Geräts muss mindestens 0 sein.</translation>
    </message>
    <message>
        <source>The scale of an adapter must be a number of at most {most}.</source>
        <translation>Die Stärke eines Adapters darf höchstens {most} betragen.</translation>
    </message>
    <message>
        <source>The chat template is too long.</source>
        <translation>Die Chat-Vorlage ist zu lang.</translation>
    </message>
    <message>
        <source>An 8-bit KV cache requires flash attention.</source>
        <translation>Ein KV-Cache mit 8 Bit erfordert Flash Attention.</translation>
    </message>
    <message>
        <source>Your chats and models are not affected.</source>
        <translation>Chats und Modelle sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Später erneut versuchen.</translation>
    </message>
    <message>
        <source>{address} is not a valid web address.</source>
        <translation>{address} ist keine gültige Webadresse.</translation>
    </message>
    <message>
        <source>Correct the address.</source>
        <translation>Die Adresse korrigieren.</translation>
    </message>
    <message>
        <source>Hearth cannot reach {host}: this machine seems to be offline.</source>
        <translation>Hearth kann {host} nicht erreichen: Dieser Computer scheint offline zu sein.</translation>
    </message>
    <message>
        <source>Connect to the internet and try again. Everything else works offline.</source>
        <translation>Mit dem Internet verbinden und es erneut versuchen. Alles andere funktioniert offline.</translation>
    </message>
    <message>
        <source>Hearth could not find the address of {host}.</source>
        <translation>Hearth konnte die Adresse von {host} nicht finden.</translation>
    </message>
    <message>
        <source>Check your internet connection and DNS settings.</source>
        <translation>Prüfen Sie Ihre Internetverbindung und die DNS-Einstellungen.</translation>
    </message>
    <message>
        <source>{host} refused the connection.</source>
        <translation>{host} hat die Verbindung abgelehnt.</translation>
    </message>
    <message>
        <source>Try again later. If it keeps happening, contact your network administrator.</source>
        <translation>Versuchen Sie es später erneut. Bleibt es dabei, wenden Sie sich an Ihre Netzwerkverwaltung.</translation>
    </message>
    <message>
        <source>Hearth could not reach {host}.</source>
        <translation>Hearth konnte {host} nicht erreichen.</translation>
    </message>
    <message>
        <source>Hearth cannot connect securely to {host}: its certificate is not trusted.</source>
        <translation>Hearth kann keine sichere Verbindung zu {host} herstellen: Das Zertifikat ist nicht vertrauenswürdig.</translation>
    </message>
    <message>
        <source>Check this machine&apos;s clock; if your company inspects connections, its certificate must be installed on this system.</source>
        <translation>Prüfen Sie die Uhr dieses Computers; wenn Ihr Unternehmen Verbindungen prüft, muss sein Zertifikat auf diesem System installiert sein.</translation>
    </message>
    <message>
        <source>{host} did not respond in time.</source>
        <translation>{host} hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>The connection to {host} was lost.</source>
        <translation>Die Verbindung zu {host} ist abgebrochen.</translation>
    </message>
    <message>
        <source>Hearth could not use the proxy {proxy}.</source>
        <translation>Hearth konnte den Proxy {proxy} nicht verwenden.</translation>
    </message>
    <message>
        <source>Hearth supports HTTP proxies, with or without a user name and password. Check the setting network.proxy, or the system proxy.</source>
        <translation>Hearth unterstützt HTTP-Proxys mit und ohne Anmeldung. Die Einstellung network.proxy oder den Proxy des Systems prüfen.</translation>
    </message>
    <message>
        <source>{host} redirects to an unsafe address.</source>
        <translation>{host} leitet auf eine unsichere Adresse weiter.</translation>
    </message>
    <message>
        <source>Only the operator of the server can fix this.</source>
        <translation>Nur der Betreiber des Servers kann das beheben.</translation>
    </message>
    <message>
        <source>{host} redirects to another site: {address}</source>
        <translation>{host} leitet auf eine andere Website um: {address}</translation>
    </message>
    <message>
        <source>Ask for that address if you want it.</source>
        <translation>Rufen Sie diese Adresse auf, wenn Sie sie möchten.</translation>
    </message>
    <message>
        <source>{host} is not an address of the public internet.</source>
        <translation>{host} ist keine Adresse des öffentlichen Internets.</translation>
    </message>
    <message>
        <source>Use a public address.</source>
        <translation>Verwenden Sie eine öffentliche Adresse.</translation>
    </message>
    <message>
        <source>{host} requires permission for this.</source>
        <translation>{host} verlangt dafür eine Berechtigung.</translation>
    </message>
    <message>
        <source>Sign in there with your browser, and give Hearth an access token.</source>
        <translation>Melden Sie sich dort im Browser an, und hinterlegen Sie ein Zugriffstoken in Hearth.</translation>
    </message>
    <message>
        <source>{host} has nothing by this name.</source>
        <translation>{host} hat nichts mit diesem Namen.</translation>
    </message>
    <message>
        <source>Check the spelling; it may also have been renamed or deleted.</source>
        <translation>Prüfen Sie die Schreibweise; es kann auch umbenannt oder gelöscht worden sein.</translation>
    </message>
    <message>
        <source>{host} received too many requests from this address.</source>
        <translation>{host} hat von dieser Adresse zu viele Anfragen erhalten.</translation>
    </message>
    <message>
        <source>{host} has a problem at the moment (status {status}).</source>
        <translation>{host} hat gerade eine Störung (Status {status}).</translation>
    </message>
    <message>
        <source>Hearth does not understand the response from {host}.</source>
        <translation>Hearth versteht die Antwort von {host} nicht.</translation>
    </message>
    <message>
        <source>If your network requires you to sign in first, as in a hotel, do so in your browser; otherwise try again later.</source>
        <translation>Wenn Ihr Netzwerk zuerst eine Anmeldung verlangt, etwa im Hotel, melden Sie sich im Browser an; sonst versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Hearth cannot write to the folder {folder}.</source>
        <translation>Hearth kann nicht in den Ordner {folder} schreiben.</translation>
    </message>
    <message>
        <source>Nothing was changed, but Hearth cannot save chats there.</source>
        <translation>Es wurde nichts geändert, aber Hearth kann dort keine Chats speichern.</translation>
    </message>
    <message>
        <source>Make the folder writable, or choose another one with --data-dir.</source>
        <translation>Den Ordner beschreibbar machen oder mit --data-dir einen anderen wählen.</translation>
    </message>
    <message>
        <source>The folder with your chats is missing: {folder}.</source>
        <translation>Der Ordner mit den Chats fehlt: {folder}.</translation>
    </message>
    <message>
        <source>Nothing was changed, and Hearth did not create a new folder.</source>
        <translation>Es wurde nichts geändert, und Hearth hat keinen neuen Ordner angelegt.</translation>
    </message>
    <message>
        <source>Connect its disk, then start Hearth again.</source>
        <translation>Den zugehörigen Datenträger anschließen und Hearth erneut starten.</translation>
    </message>
    <message>
        <source>The folder in which Hearth was started no longer exists.</source>
        <translation>Den Ordner, in dem Hearth gestartet wurde, gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Change to another folder, then start Hearth again.</source>
        <translation>Wechseln Sie in einen anderen Ordner, und starten Sie Hearth erneut.</translation>
    </message>
    <message>
        <source>On Windows, others who use this computer may be able to read this folder. Choose one that only you can open.</source>
        <translation>Unter Windows können andere Benutzer dieses Computers diesen Ordner womöglich lesen. Besser einen Ordner wählen, den nur Sie öffnen können.</translation>
    </message>
    <message>
        <source>The prompt was not saved.</source>
        <translation>Der Prompt wurde nicht gespeichert.</translation>
    </message>
    <message>
        <source>Change it, then save it again.</source>
        <translation>Den Prompt ändern und erneut speichern.</translation>
    </message>
    <message>
        <source>Hearth could not save the prompts to {path} ({reason}).</source>
        <translation>Die Prompts konnten nicht in {path} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>Nothing was changed; your chats are not affected.</source>
        <translation>Es wurde nichts geändert; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>There are already {n} prompts.</source>
        <translation>Es gibt bereits {n} Prompts.</translation>
    </message>
    <message>
        <source>A prompt needs a name.</source>
        <translation>Ein Prompt braucht einen Namen.</translation>
    </message>
    <message>
        <source>The name has more than {n} characters.</source>
        <translation>Der Name hat mehr als {n} Zeichen.</translation>
    </message>
    <message>
        <source>A prompt needs a text.</source>
        <translation>Ein Prompt braucht einen Text.</translation>
    </message>
    <message>
        <source>The text has more than {n} characters.</source>
        <translation>Der Text hat mehr als {n} Zeichen.</translation>
    </message>
    <message>
        <source>Hearth could not read the saved prompts in {path} ({reason}).</source>
        <translation>Die gespeicherten Prompts in {path} konnten nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Saved prompts are not available; your chats are not affected.</source>
        <translation>Gespeicherte Prompts sind nicht verfügbar; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Make the file readable.</source>
        <translation>Die Datei lesbar machen.</translation>
    </message>
    <message>
        <source>Hearth moved your file to {broken}; fix it and rename it back, or ignore this.</source>
        <translation>Hearth hat Ihre Datei nach {broken} verschoben; korrigieren Sie sie und benennen Sie sie zurück, oder ignorieren Sie dies.</translation>
    </message>
    <message>
        <source>Hearth does not understand the file of saved prompts ({error}).</source>
        <translation>Hearth versteht die Datei mit den gespeicherten Prompts nicht ({error}).</translation>
    </message>
    <message>
        <source>Hearth&apos;s window and its engine could not communicate.</source>
        <translation>Das Fenster von Hearth und seine Engine konnten nicht miteinander kommunizieren.</translation>
    </message>
    <message>
        <source>Running answers were stopped; your chats are safe on disk.</source>
        <translation>Laufende Antworten wurden gestoppt; die Chats sind sicher gespeichert.</translation>
    </message>
    <message>
        <source>Restart Hearth; if it keeps happening, report the details.</source>
        <translation>Hearth neu starten; falls es wieder auftritt, die Details melden.</translation>
    </message>
    <message>
        <source>The setting keeps its previous value.</source>
        <translation>Die Einstellung behält ihren bisherigen Wert.</translation>
    </message>
    <message>
        <source>Hearth could not save the settings to {path} ({reason}).</source>
        <translation>Die Einstellungen konnten nicht in {path} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>The change applies until you close Hearth; your chats are not affected.</source>
        <translation>Die Änderung gilt, bis Sie Hearth schließen; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>“{said}” does not name a setting.</source>
        <translation>„{said}“ nennt keine Einstellung.</translation>
    </message>
    <message>
        <source>Use --set KEY=VALUE. The keys are {known}.</source>
        <translation>Verwenden Sie --set KEY=VALUE. Mögliche Schlüssel: {known}.</translation>
    </message>
    <message>
        <source>Takes effect the next time a model is loaded.</source>
        <translation>Gilt ab dem nächsten Laden eines Modells.</translation>
    </message>
    <message>
        <source>Takes effect at the next start.</source>
        <translation>Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Conversation memory</source>
        <translation>Chat-Gedächtnis</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>The setting {key} must be one of {choices}.</source>
        <translation>Die Einstellung {key} muss einer dieser Werte sein: {choices}.</translation>
    </message>
    <message>
        <source>The setting {key} must be a number.</source>
        <translation>Die Einstellung {key} muss eine Zahl sein.</translation>
    </message>
    <message>
        <source>The setting {key} must be at least {least}.</source>
        <translation>Die Einstellung {key} muss mindestens {least} sein.</translation>
    </message>
    <message>
        <source>The setting {key} must be at most {most}.</source>
        <translation>Die Einstellung {key} darf höchstens {most} sein.</translation>
    </message>
    <message>
        <source>The setting {key} must be text.</source>
        <translation>Die Einstellung {key} muss Text sein.</translation>
    </message>
    <message>
        <source>The setting {key} must be a whole number.</source>
        <translation>Die Einstellung {key} muss eine ganze Zahl sein.</translation>
    </message>
    <message>
        <source>In the settings file, {name} must be a table.</source>
        <translation>In der Einstellungsdatei muss {name} eine Tabelle sein.</translation>
    </message>
    <message>
        <source>Hearth does not understand the settings file ({error}).</source>
        <translation>Hearth versteht die Einstellungsdatei nicht ({error}).</translation>
    </message>
    <message>
        <source>Hearth started with its default settings; your chats are not affected.</source>
        <translation>Hearth wurde mit Standardeinstellungen gestartet; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Hearth could not read the settings file {path} ({reason}).</source>
        <translation>Die Einstellungsdatei {path} konnte nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Hearth uses the default instead of {value}; your chats are not affected.</source>
        <translation>Hearth verwendet die Vorgabe statt {value}; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Correct it in {path}.</source>
        <translation>In {path} korrigieren.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The model file to load at startup. Empty: the built-in Hearth Guide.</source>
        <translation>Die Modelldatei, die Hearth beim Start lädt. Leer: der eingebaute Hearth Guide.</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>Ordner mit Modellen</translation>
    </message>
    <message>
        <source>Folders that Hearth searches for model files, including subfolders; one per line.</source>
        <translation>Ordner, die Hearth nach Modelldateien durchsucht, mit Unterordnern; einer pro Zeile.</translation>
    </message>
    <message>
        <source>Models from other programs</source>
        <translation>Modelle aus anderen Programmen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Show models from other programs</source>
        <translation>Modelle aus anderen Programmen zeigen</translation>
    </message>
    <message>
        <source>List the models that Ollama, LM Studio and other programs keep on this machine. Hearth uses them in place.</source>
        <translation>Führt auch die Modelle auf, die Ollama, LM Studio und andere Programme auf diesem Computer ablegen. Hearth verwendet sie dort, wo sie sind.</translation>
    </message>
    <message>
        <source>Embedding model for documents</source>
        <translation>Embedding-Modell für Dokumente</translation>
    </message>
    <message>
        <source>A model file with which Hearth also finds passages by meaning. Empty: by words alone.</source>
        <translation>Eine Modelldatei, mit der Hearth Textstellen auch nach ihrer Bedeutung findet. Leer: nur nach Wörtern.</translation>
    </message>
    <message>
        <source>Context size</source>
        <translation>Kontextgröße</translation>
    </message>
    <message>
        <source>How many tokens the model can take into account. 0: Hearth chooses by free memory.</source>
        <translation>Wie viele Token das Modell berücksichtigen kann. 0: Hearth wählt nach dem freien Speicher.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Keep the model loaded</source>
        <translation>Modell geladen lassen</translation>
    </message>
    <message>
        <source>Unload the model after this many idle minutes, and reload it with your next message. 0: keep it until you close Hearth.</source>
        <translation>Das Modell nach so vielen Minuten ohne Nutzung entladen und mit der nächsten Nachricht neu laden. 0: geladen lassen, bis Sie Hearth schließen.</translation>
    </message>
    <message>
        <source>Until you close Hearth</source>
        <translation>Bis Sie Hearth schließen</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>0 always picks the most likely token; higher values vary more. Not set: each model&apos;s recommended value.</source>
        <translation>0 wählt immer das wahrscheinlichste Token; höhere Werte bringen mehr Abwechslung. Ohne Wert: die Empfehlung des jeweiligen Modells.</translation>
    </message>
    <message>
        <source>As recommended</source>
        <translation>Wie empfohlen</translation>
    </message>
    <message>
        <source>Conversation memory on disk</source>
        <translation>Chat-Gedächtnis insgesamt</translation>
    </message>
    <message>
        <source>The most GB that the stored memory of all chats may use. 0: Hearth chooses a quarter of the free disk space, at most 20 GiB.</source>
        <translation>Wie viele GB das gespeicherte Gedächtnis aller Chats höchstens belegen darf. 0: Hearth wählt ein Viertel des freien Speicherplatzes, höchstens 20 GiB.</translation>
    </message>
    <message>
        <source>Write at most per day</source>
        <translation>Höchstens pro Tag schreiben</translation>
    </message>
    <message>
        <source>The most GB of conversation memory that Hearth may write per day, to spare the disk. 0: no limit.</source>
        <translation>Wie viele GB Chat-Gedächtnis Hearth pro Tag höchstens schreiben darf, um den Datenträger zu schonen. 0: keine Grenze.</translation>
    </message>
    <message>
        <source>Keep free for other programs</source>
        <translation>Für andere Programme frei halten</translation>
    </message>
    <message>
        <source>Hearth stores no conversation memory while the disk has less than this many GB free.</source>
        <translation>Hearth speichert kein Chat-Gedächtnis, solange auf dem Datenträger weniger als so viele GB frei sind.</translation>
    </message>
    <message>
        <source>The colours of the window.</source>
        <translation>Die Farben des Fensters.</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>The language of menus and buttons. Models answer in the language you write in.</source>
        <translation>Die Sprache der Menüs und Schaltflächen. Modelle antworten in der Sprache, in der Sie schreiben.</translation>
    </message>
    <message>
        <source>The font for everything except code.</source>
        <translation>Die Schrift für alles außer Code.</translation>
    </message>
    <message>
        <source>Size of your messages and the answers; 100 % is the default.</source>
        <translation>Größe Ihrer Nachrichten und der Antworten; 100 % ist die Vorgabe.</translation>
    </message>
    <message>
        <source>Read while I type</source>
        <translation>Beim Tippen mitlesen</translation>
    </message>
    <message>
        <source>Open pages that models write</source>
        <translation>Seiten öffnen, die Modelle schreiben</translation>
    </message>
    <message>
        <source>What “Open in browser” does with HTML, SVG and Mermaid in answers. The pages are shut off from the network.</source>
        <translation>Was „Im Browser öffnen“ mit HTML, SVG und Mermaid in Antworten tut. Die Seiten sind vom Netz abgeschnitten.</translation>
    </message>
    <message>
        <source>Ask before the first one</source>
        <translation>Vor der ersten fragen</translation>
    </message>
    <message>
        <source>Open at once</source>
        <translation>Sofort öffnen</translation>
    </message>
    <message>
        <source>Notify me when a long answer ends</source>
        <translation>Benachrichtigen, wenn eine lange Antwort endet</translation>
    </message>
    <message>
        <source>Get a notification when an answer that took more than ten seconds ends while Hearth is in the background. It shows the title of the chat, none of its text.</source>
        <translation>Sie erhalten eine Mitteilung, wenn eine Antwort von mehr als zehn Sekunden endet, während Hearth im Hintergrund ist. Sie zeigt den Titel des Chats, nichts von seinem Text.</translation>
    </message>
    <message>
        <source>When I close the window</source>
        <translation>Wenn ich das Fenster schließe</translation>
    </message>
    <message>
        <source>Editors and other programs on this machine can use the model over HTTP. Each needs a key.</source>
        <translation>Editoren und andere Programme auf diesem Computer können das Modell über HTTP verwenden. Jedes braucht einen Schlüssel.</translation>
    </message>
    <message>
        <source>Store the memory of their conversations</source>
        <translation>Das Gedächtnis ihrer Gespräche speichern</translation>
    </message>
    <message>
        <source>Hearth stores the KV cache of other programs&apos; conversations on disk, so that they continue at once. It does not store their text.</source>
        <translation>Hearth speichert den KV-Cache der Gespräche anderer Programme auf dem Datenträger, damit sie sofort weitergehen. Ihren Text speichert es nicht.</translation>
    </message>
    <message>
        <source>Load the models they request</source>
        <translation>Die Modelle laden, die sie anfordern</translation>
    </message>
    <message>
        <source>When a program requests another model from your library, Hearth loads it in place of the one that answers your chats.</source>
        <translation>Fordert ein Programm ein anderes Modell aus Ihrer Bibliothek an, lädt Hearth es anstelle des Modells, das in Ihren Chats antwortet.</translation>
    </message>
    <message>
        <source>Share your chats</source>
        <translation>Ihre Chats freigeben</translation>
    </message>
    <message>
        <source>Programs with the key can read and continue your chats, and have files read as documents.</source>
        <translation>Programme mit dem Schlüssel können Ihre Chats lesen und fortsetzen und Dateien als Dokumente lesen lassen.</translation>
    </message>
    <message>
        <source>Save their requests as chats</source>
        <translation>Ihre Anfragen als Chats speichern</translation>
    </message>
    <message>
        <source>Requests from other programs and their answers appear as chats.</source>
        <translation>Anfragen anderer Programme und die Antworten darauf erscheinen als Chats.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Unbegrenzt</translation>
    </message>
    <message>
        <source>Chat titles</source>
        <translation>Chat-Titel</translation>
    </message>
    <message>
        <source>How Hearth titles chats that you have not named: the model writes a title when it is idle, or Hearth uses the first words of the chat.</source>
        <translation>Woher der Titel unbenannter Chats kommt: Das Modell schreibt ihn, wenn es nichts anderes zu tun hat, oder Hearth nimmt die ersten Wörter des Chats.</translation>
    </message>
    <message>
        <source>Written by the model</source>
        <translation>Vom Modell verfasst</translation>
    </message>
    <message>
        <source>The first words</source>
        <translation>Die ersten Wörter</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>The address of an HTTP proxy for downloads, such as http://proxy.example:3128 (empty: the system&apos;s proxy; none: no proxy).</source>
        <translation>Die Adresse eines HTTP-Proxys für Downloads, zum Beispiel http://proxy.example:3128 (leer: der Proxy des Systems; none: kein Proxy).</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>Schriftart</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>The space between messages, and between chats in the list.</source>
        <translation>Der Abstand zwischen Nachrichten und zwischen Chats in der Liste.</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Komfortabel</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>Instructions for new chats</source>
        <translation>Anweisungen für neue Chats</translation>
    </message>
    <message>
        <source>The system prompt of every new chat.</source>
        <translation>Der System-Prompt jedes neuen Chats.</translation>
    </message>
    <message>
        <source>The idle model reads your message while you type, so that its answer begins sooner. Off while on battery power.</source>
        <translation>Wenn das Modell nichts anderes zu tun hat, liest es Ihre Nachricht schon beim Tippen, damit seine Antwort früher beginnt. Nicht im Akkubetrieb.</translation>
    </message>
    <message>
        <source>Picture quality</source>
        <translation>Bildqualität</translation>
    </message>
    <message>
        <source>The resolution of the pictures that you attach next; fewer pixels need fewer tokens. The menu of a picture changes it for that picture and later ones.</source>
        <translation>Die Auflösung der Bilder, die Sie als Nächstes anhängen; weniger Pixel brauchen weniger Token. Das Menü eines Bildes ändert sie für dieses und spätere Bilder.</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Voll</translation>
    </message>
    <message>
        <source>Medium (1 megapixel)</source>
        <translation>Mittel (1 Megapixel)</translation>
    </message>
    <message>
        <source>Small (0.25 megapixels)</source>
        <translation>Klein (0,25 Megapixel)</translation>
    </message>
    <message>
        <source>Hearth can stay in the system tray, if there is one: the model stays loaded, and answers continue. “Quit” closes it.</source>
        <translation>Hearth kann im Infobereich bleiben, falls das System einen hat: Das Modell bleibt geladen, und Antworten laufen weiter. „Beenden“ schließt Hearth ganz.</translation>
    </message>
    <message>
        <source>Keep Hearth in the tray</source>
        <translation>Hearth im Infobereich behalten</translation>
    </message>
    <message>
        <source>API for other programs</source>
        <translation>API für andere Programme</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>The port of the API on this machine.</source>
        <translation>Der Port der API auf diesem Computer.</translation>
    </message>
    <message>
        <source>Other names of this machine</source>
        <translation>Andere Namen dieses Computers</translation>
    </message>
    <message>
        <source>Host names other than localhost that programs may use, such as that of a proxy; one per line.</source>
        <translation>Rechnernamen außer localhost, die Programme verwenden dürfen, etwa der eines Proxys; einer pro Zeile.</translation>
    </message>
    <message>
        <source>Allowed web pages</source>
        <translation>Erlaubte Webseiten</translation>
    </message>
    <message>
        <source>Web pages that may use the API, such as http://localhost:3000; one per line.</source>
        <translation>Webseiten, die die API verwenden dürfen, etwa http://localhost:3000; eine pro Zeile.</translation>
    </message>
    <message>
        <source>It was not attached; your message is unchanged.</source>
        <translation>Es wurde nicht angehängt; die Nachricht ist unverändert.</translation>
    </message>
    <message>
        <source>Hearth could not store “{name}”: the disk is full.</source>
        <translation>Hearth konnte „{name}“ nicht ablegen: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>Hearth could not store “{name}” ({reason}).</source>
        <translation>Hearth konnte „{name}“ nicht ablegen ({reason}).</translation>
    </message>
    <message>
        <source>Free some space on the disk with Hearth&apos;s folder, then attach the file again.</source>
        <translation>Schaffen Sie Platz auf dem Datenträger mit Hearths Ordner und hängen Sie die Datei dann erneut an.</translation>
    </message>
    <message>
        <source>Make Hearth&apos;s folder writable, then attach the file again.</source>
        <translation>Machen Sie Hearths Ordner beschreibbar und hängen Sie die Datei dann erneut an.</translation>
    </message>
    <message>
        <source>The pictures and sounds of other requests use all the available memory.</source>
        <translation>Die Bilder und Tonaufnahmen anderer Anfragen belegen den gesamten verfügbaren Speicher.</translation>
    </message>
    <message>
        <source>Try again soon, or send smaller pictures.</source>
        <translation>Versuchen Sie es gleich noch einmal, oder senden Sie kleinere Bilder.</translation>
    </message>
    <message>
        <source>Hearth could not delete pictures and sounds that no chat uses ({reason}).</source>
        <translation>Bilder und Tonaufnahmen, die kein Chat mehr verwendet, konnten nicht gelöscht werden ({reason}).</translation>
    </message>
    <message>
        <source>They take up space, but do no other harm.</source>
        <translation>Sie belegen Platz, schaden aber sonst nicht.</translation>
    </message>
    <message>
        <source>Make Hearth&apos;s folder writable; Hearth tries again at the next start.</source>
        <translation>Machen Sie Hearths Ordner beschreibbar; Hearth versucht es beim nächsten Start erneut.</translation>
    </message>
    <message>
        <source>Hearth could not save “{name}”: the disk is full.</source>
        <translation>„{name}“ konnte nicht gespeichert werden: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>Hearth could not save “{name}” ({reason}).</source>
        <translation>„{name}“ konnte nicht gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>No copy was written. Your chats are untouched.</source>
        <translation>Es wurde keine Kopie geschrieben. Ihre Chats sind unberührt.</translation>
    </message>
    <message>
        <source>Save it in another folder.</source>
        <translation>Speichern Sie sie in einem anderen Ordner.</translation>
    </message>
    <message>
        <source>Hearth&apos;s copy of “{name}” no longer exists.</source>
        <translation>Hearths Kopie von „{name}“ gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Attach the file again.</source>
        <translation>Hängen Sie die Datei erneut an.</translation>
    </message>
    <message>
        <source>Open it in another program, save it again, and use the new file.</source>
        <translation>Öffnen Sie die Datei in einem anderen Programm, speichern Sie sie neu, und verwenden Sie die neue Datei.</translation>
    </message>
    <message>
        <source>Save the part that matters as a document of its own, and use that.</source>
        <translation>Speichern Sie den wichtigen Teil als eigenes Dokument, und verwenden Sie dieses.</translation>
    </message>
    <message>
        <source>Save its text as a PDF, a Word document or plain text, and use that.</source>
        <translation>Speichern Sie den Text als PDF, Word-Dokument oder reinen Text, und verwenden Sie diese Datei.</translation>
    </message>
    <message>
        <source>Find the file, and use it from its new location.</source>
        <translation>Suchen Sie die Datei, und verwenden Sie sie von ihrem neuen Ort.</translation>
    </message>
    <message>
        <source>Use the files in it.</source>
        <translation>Verwenden Sie die Dateien darin.</translation>
    </message>
    <message>
        <source>Save its content as a file, and use that.</source>
        <translation>Speichern Sie den Inhalt als Datei, und verwenden Sie diese.</translation>
    </message>
    <message>
        <source>Hearth cannot open “{name}” ({error}).</source>
        <translation>Hearth kann „{name}“ nicht öffnen ({error}).</translation>
    </message>
    <message>
        <source>Copy it to a folder of yours, and use the copy.</source>
        <translation>Kopieren Sie die Datei in einen eigenen Ordner, und verwenden Sie die Kopie.</translation>
    </message>
    <message>
        <source>“{name}” is larger than {limit} MB.</source>
        <translation>„{name}“ ist größer als {limit} MB.</translation>
    </message>
    <message>
        <source>Another program is still writing “{name}”.</source>
        <translation>Ein anderes Programm schreibt noch an „{name}“.</translation>
    </message>
    <message>
        <source>Wait until it has finished, then try again.</source>
        <translation>Warten Sie, bis es fertig ist, und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>“{name}” has changed since Hearth looked at it.</source>
        <translation>„{name}“ hat sich geändert, seit Hearth die Datei angesehen hat.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>„{name}“ ist leer.</translation>
    </message>
    <message>
        <source>Use a file that contains text.</source>
        <translation>Verwenden Sie eine Datei, die Text enthält.</translation>
    </message>
    <message>
        <source>There is no text in “{name}”.</source>
        <translation>„{name}“ enthält keinen Text.</translation>
    </message>
    <message>
        <source>There is no text in this scan: the pages of “{name}” are pictures.</source>
        <translation>Dieser Scan enthält keinen Text: Die Seiten von „{name}“ sind Bilder.</translation>
    </message>
    <message>
        <source>Have a program with text recognition (OCR) read it, and use what it saves.</source>
        <translation>Lassen Sie die Datei von einem Programm mit Texterkennung (OCR) lesen, und verwenden Sie, was es speichert.</translation>
    </message>
    <message>
        <source>“{name}” is not a document that Hearth can read.</source>
        <translation>„{name}“ ist kein Dokument, das Hearth lesen kann.</translation>
    </message>
    <message>
        <source>“{name}” has an old format of Microsoft Office, such as DOC, XLS, PPT or MSG.</source>
        <translation>„{name}“ hat ein altes Format von Microsoft Office wie DOC, XLS, PPT oder MSG.</translation>
    </message>
    <message>
        <source>Open it in an Office program, save it as DOCX, XLSX, PPTX or PDF, and use that.</source>
        <translation>Öffnen Sie die Datei in einem Office-Programm, speichern Sie sie als DOCX, XLSX, PPTX oder PDF, und verwenden Sie diese.</translation>
    </message>
    <message>
        <source>“{name}” is locked with a password.</source>
        <translation>„{name}“ ist mit einem Passwort gesperrt.</translation>
    </message>
    <message>
        <source>Open it in its own program, save a copy without a password, and use that.</source>
        <translation>Öffnen Sie die Datei in ihrem Programm, speichern Sie eine Kopie ohne Passwort, und verwenden Sie diese.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or incomplete.</source>
        <translation>„{name}“ ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
        <source>“{name}” unpacks to far more than a document holds.</source>
        <translation>„{name}“ wird entpackt viel größer, als ein Dokument ist.</translation>
    </message>
    <message>
        <source>If you trust who made it, open it in its own program and save it again.</source>
        <translation>Wenn Sie der Quelle vertrauen, öffnen Sie die Datei in ihrem Programm und speichern Sie sie neu.</translation>
    </message>
    <message>
        <source>“{name}” has more than {limit} MB of text, more than can be used at once.</source>
        <translation>„{name}“ enthält mehr als {limit} MB Text, mehr als auf einmal verwendet werden kann.</translation>
    </message>
    <message>
        <source>Hearth gave up on “{name}”: reading it takes too long or too much memory, or fails.</source>
        <translation>Hearth hat „{name}“ aufgegeben: Das Lesen dauert zu lange, braucht zu viel Speicher oder schlägt fehl.</translation>
    </message>
    <message>
        <source>None of it was used; your chats are untouched.</source>
        <translation>Nichts davon wurde verwendet; Ihre Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Attach a file that contains a picture or a sound.</source>
        <translation>Hängen Sie eine Datei mit einem Bild oder einer Tonaufnahme an.</translation>
    </message>
    <message>
        <source>“{name}” is larger than {n} MB.</source>
        <translation>„{name}“ ist größer als {n} MB.</translation>
    </message>
    <message>
        <source>Make the picture smaller or the sound shorter, then attach it again.</source>
        <translation>Verkleinern Sie das Bild oder kürzen Sie die Tonaufnahme und hängen Sie die Datei dann erneut an.</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>„{name}“ ist ein Ordner.</translation>
    </message>
    <message>
        <source>Attach the files in it one at a time.</source>
        <translation>Hängen Sie die Dateien darin einzeln an.</translation>
    </message>
    <message>
        <source>“{name}” is not a regular file.</source>
        <translation>„{name}“ ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>Save its content as a file, and attach that.</source>
        <translation>Speichern Sie den Inhalt als Datei und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>There is no file “{name}”.</source>
        <translation>Es gibt keine Datei „{name}“.</translation>
    </message>
    <message>
        <source>Find the file, and attach it from its new location.</source>
        <translation>Suchen Sie die Datei und hängen Sie sie von ihrem neuen Ort an.</translation>
    </message>
    <message>
        <source>Hearth cannot open “{name}” ({reason}).</source>
        <translation>„{name}“ lässt sich nicht öffnen ({reason}).</translation>
    </message>
    <message>
        <source>Copy it to a folder of yours, and attach the copy.</source>
        <translation>Kopieren Sie sie in einen eigenen Ordner und hängen Sie die Kopie an.</translation>
    </message>
    <message>
        <source>“{name}” is neither a picture nor a sound that Hearth can read.</source>
        <translation>„{name}“ ist weder ein Bild noch eine Tonaufnahme, die Hearth lesen kann.</translation>
    </message>
    <message>
        <source>Attach a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, FLAC, Ogg, Opus).</source>
        <translation>Hängen Sie ein Bild (PNG, JPEG, GIF, WebP, BMP, TIFF) oder eine Tonaufnahme (WAV, MP3, FLAC, Ogg, Opus) an.</translation>
    </message>
    <message>
        <source>“{name}” is a picture, but should be a sound.</source>
        <translation>„{name}“ ist ein Bild, sollte aber eine Tonaufnahme sein.</translation>
    </message>
    <message>
        <source>Send it as a picture.</source>
        <translation>Senden Sie es als Bild.</translation>
    </message>
    <message>
        <source>“{name}” is a sound, but should be a picture.</source>
        <translation>„{name}“ ist eine Tonaufnahme, sollte aber ein Bild sein.</translation>
    </message>
    <message>
        <source>Send it as a sound.</source>
        <translation>Senden Sie sie als Tonaufnahme.</translation>
    </message>
    <message>
        <source>“{name}” has the format {format}.</source>
        <translation>„{name}“ hat das Format {format}.</translation>
    </message>
    <message>
        <source>Convert it to JPEG or PNG in another program, then attach that.</source>
        <translation>Wandeln Sie es in einem anderen Programm in JPEG oder PNG um und hängen Sie das an.</translation>
    </message>
    <message>
        <source>Convert it to MP3 or WAV in another program, then attach that.</source>
        <translation>Wandeln Sie es in einem anderen Programm in MP3 oder WAV um und hängen Sie das an.</translation>
    </message>
    <message>
        <source>“{name}” is a video ({format}).</source>
        <translation>„{name}“ ist ein Video ({format}).</translation>
    </message>
    <message>
        <source>Attach single pictures of it (PNG), or its sound (MP3).</source>
        <translation>Hängen Sie einzelne Bilder daraus (PNG) oder den Ton (MP3) an.</translation>
    </message>
    <message>
        <source>Save its pages as pictures (PNG), or its text as a text file.</source>
        <translation>Speichern Sie die Seiten als Bilder (PNG) oder den Text als Textdatei.</translation>
    </message>
    <message>
        <source>The picture “{name}” is damaged or incomplete.</source>
        <translation>Das Bild „{name}“ ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
        <source>The sound “{name}” is damaged or incomplete.</source>
        <translation>Die Tonaufnahme „{name}“ ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
        <source>Open it in another program, save it again, and attach the new file.</source>
        <translation>Öffnen Sie sie in einem anderen Programm, speichern Sie sie erneut und hängen Sie die neue Datei an.</translation>
    </message>
    <message>
        <source>Hearth could not read “{name}”: the decoder failed.</source>
        <translation>Hearth konnte „{name}“ nicht lesen: Der Decoder ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The sound “{name}” is longer than an hour.</source>
        <translation>Die Tonaufnahme „{name}“ ist länger als eine Stunde.</translation>
    </message>
    <message>
        <source>Split it into parts of up to an hour, and attach those.</source>
        <translation>Teilen Sie sie in Stücke von höchstens einer Stunde und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>The sound “{name}” is empty or too short to hear.</source>
        <translation>Die Tonaufnahme „{name}“ ist leer oder zu kurz, um sie zu hören.</translation>
    </message>
    <message>
        <source>Attach a sound of at least a hundredth of a second.</source>
        <translation>Hängen Sie eine Tonaufnahme von mindestens einer Hundertstelsekunde an.</translation>
    </message>
    <message>
        <source>The sound “{name}” has {rate} samples per second and {channels} channels.</source>
        <translation>Die Tonaufnahme „{name}“ hat {rate} Abtastwerte pro Sekunde und {channels} Kanäle.</translation>
    </message>
    <message>
        <source>The picture has more pixels than Hearth can read.</source>
        <translation>Das Bild hat mehr Pixel, als Hearth lesen kann.</translation>
    </message>
    <message>
        <source>Hearth could not check for a newer version; nothing was changed.</source>
        <translation>Hearth konnte nicht nach einer neueren Version suchen; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Try again later, or look at {page}.</source>
        <translation>Später erneut versuchen oder auf {page} nachsehen.</translation>
    </message>
    <message>
        <source>The list of versions contains no valid version.</source>
        <translation>Die Versionsliste enthält keine gültige Version.</translation>
    </message>
    <message>
        <source>The list of versions is not JSON.</source>
        <translation>Die Versionsliste ist kein JSON.</translation>
    </message>
    <message>
        <source>The list of versions is not a JSON object.</source>
        <translation>Die Versionsliste ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>The list of versions links to an address that is not plain https.</source>
        <translation>Die Versionsliste verweist auf eine Adresse, die kein einfaches https ist.</translation>
    </message>
    <message>
        <source>The list of versions has no text “{name}”.</source>
        <translation>In der Versionsliste fehlt der Text „{name}“.</translation>
    </message>
    <message>
        <source>About Hearth</source>
        <translation>Über Hearth</translation>
    </message>
    <message>
        <source>Details for bug reports</source>
        <translation>Angaben für Fehlerberichte</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Chat with language models on your own machine; every conversation stays warm.</source>
        <translation>Mit Sprachmodellen auf dem eigenen Computer chatten; jeder Chat bleibt sofort bereit.</translation>
    </message>
    <message>
        <source>Free software under the MIT licence.</source>
        <translation>Freie Software unter der MIT-Lizenz.</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Updates</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Version {version}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Find in licences</source>
        <translation>In Lizenzen suchen</translation>
    </message>
    <message>
        <source>Licences of Hearth and its components</source>
        <translation>Lizenzen von Hearth und seinen Komponenten</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Open download page</source>
        <translation>Download-Seite öffnen</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Nach Updates suchen</translation>
    </message>
    <message>
        <source>This build of Hearth has no address to check for updates.</source>
        <translation>Dieser Build von Hearth hat keine Adresse für die Suche nach Updates.</translation>
    </message>
    <message>
        <source>Hearth checks for updates only when you click.</source>
        <translation>Hearth sucht nur auf Klick nach Updates.</translation>
    </message>
    <message>
        <source>It then contacts {host} and sends nothing about you.</source>
        <translation>Dabei kontaktiert Hearth {host} und sendet nichts über Sie.</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Checking {host}…</source>
        <translation>{host} wird abgefragt…</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Hearth {version} is available.</source>
        <translation>Hearth {version} ist verfügbar.</translation>
    </message>
    <message>
        <source>Hearth {version} is the newest version.</source>
        <translation>Hearth {version} ist die neueste Version.</translation>
    </message>
    <message>
        <source>Opening {address} in your browser</source>
        <translation>{address} wird im Browser geöffnet</translation>
    </message>
    <message>
        <source>Could not open a browser. The address is {address}</source>
        <translation>Es konnte kein Browser geöffnet werden. Die Adresse lautet {address}</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Start a new chat</source>
        <translation>Einen neuen Chat beginnen</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>Neuer temporärer Chat</translation>
    </message>
    <message>
        <source>Start a chat that is not saved</source>
        <translation>Einen Chat beginnen, der nicht gespeichert wird</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>Im Chat suchen</translation>
    </message>
    <message>
        <source>Find text in this chat</source>
        <translation>Text in diesem Chat suchen</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>Alle Chats durchsuchen</translation>
    </message>
    <message>
        <source>Find words in all chats</source>
        <translation>Wörter in allen Chats suchen</translation>
    </message>
    <message>
        <source>Chat settings…</source>
        <translation>Chat-Einstellungen…</translation>
    </message>
    <message>
        <source>System prompt and sampling of this chat</source>
        <translation>System-Prompt und Sampling dieses Chats</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Change the title of this chat</source>
        <translation>Den Titel dieses Chats ändern</translation>
    </message>
    <message>
        <source>Pin or unpin chat</source>
        <translation>Chat anheften oder lösen</translation>
    </message>
    <message>
        <source>Keep this chat at the top of the list</source>
        <translation>Diesen Chat oben in der Liste behalten</translation>
    </message>
    <message>
        <source>Archive or unarchive chat</source>
        <translation>Chat archivieren oder zurückholen</translation>
    </message>
    <message>
        <source>Hide this chat from the list, but keep it</source>
        <translation>Diesen Chat in der Liste ausblenden, aber behalten</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>Chat löschen</translation>
    </message>
    <message>
        <source>Delete this chat</source>
        <translation>Diesen Chat löschen</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>Löschen rückgängig machen</translation>
    </message>
    <message>
        <source>Restore what you deleted last</source>
        <translation>Zuletzt Gelöschtes wiederherstellen</translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy the last answer as Markdown</source>
        <translation>Die letzte Antwort als Markdown kopieren</translation>
    </message>
    <message>
        <source>Regenerate answer</source>
        <translation>Antwort neu erzeugen</translation>
    </message>
    <message>
        <source>Generate another answer</source>
        <translation>Eine weitere Antwort erzeugen</translation>
    </message>
    <message>
        <source>Continue answer</source>
        <translation>Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Continue from where the answer stopped</source>
        <translation>Dort fortsetzen, wo die Antwort aufgehört hat</translation>
    </message>
    <message>
        <source>Stop answer</source>
        <translation>Antwort stoppen</translation>
    </message>
    <message>
        <source>Stop the running answer</source>
        <translation>Die laufende Antwort stoppen</translation>
    </message>
    <message>
        <source>Edit last message</source>
        <translation>Letzte Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Change your last message and send it again</source>
        <translation>Die letzte eigene Nachricht ändern und erneut senden</translation>
    </message>
    <message>
        <source>Write the beginning of the answer…</source>
        <translation>Anfang der Antwort schreiben…</translation>
    </message>
    <message>
        <source>Write how the answer begins; the model continues from there</source>
        <translation>Den Anfang der Antwort schreiben; das Modell setzt ihn fort</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>Dateien anhängen…</translation>
    </message>
    <message>
        <source>Add pictures, sounds and text files to your message</source>
        <translation>Bilder, Tonaufnahmen und Textdateien zur Nachricht hinzufügen</translation>
    </message>
    <message>
        <source>Saved prompts…</source>
        <translation>Gespeicherte Prompts…</translation>
    </message>
    <message>
        <source>Save texts that you use often; type / to insert one</source>
        <translation>Häufig gebrauchte Texte speichern; / fügt einen ein</translation>
    </message>
    <message>
        <source>Stop searching</source>
        <translation>Suche beenden</translation>
    </message>
    <message>
        <source>Send questions without passages</source>
        <translation>Fragen ohne Textstellen senden</translation>
    </message>
    <message>
        <source>Each question searches all your documents.</source>
        <translation>Jede Frage durchsucht alle Ihre Dokumente.</translation>
    </message>
    <message>
        <source>Each question searches {names}.</source>
        <translation>Jede Frage durchsucht {names}.</translation>
    </message>
    <message>
        <source>Use passages</source>
        <translation>Textstellen verwenden</translation>
    </message>
    <message>
        <source>Give the model only the passages that fit each question</source>
        <translation>Dem Modell nur die Textstellen geben, die zur Frage passen</translation>
    </message>
    <message>
        <source>Use passages ({cost})</source>
        <translation>Textstellen verwenden ({cost})</translation>
    </message>
    <message>
        <source>Search your documents for each question</source>
        <translation>Ihre Dokumente bei jeder Frage durchsuchen</translation>
    </message>
    <message>
        <source>Each question searches</source>
        <translation>Jede Frage durchsucht</translation>
    </message>
    <message>
        <source>All my documents</source>
        <translation>Alle meine Dokumente</translation>
    </message>
    <message>
        <source>Documents…</source>
        <translation>Dokumente…</translation>
    </message>
    <message>
        <source>List files and folders to ask about</source>
        <translation>Dateien und Ordner auflisten, zu denen Sie fragen können</translation>
    </message>
    <message>
        <source>Go to message field</source>
        <translation>Zum Eingabefeld gehen</translation>
    </message>
    <message>
        <source>Move the cursor to the message field</source>
        <translation>Den Cursor in das Eingabefeld setzen</translation>
    </message>
    <message>
        <source>Export chat…</source>
        <translation>Chat exportieren…</translation>
    </message>
    <message>
        <source>Save this chat as Markdown, web page, PDF or JSON</source>
        <translation>Diesen Chat als Markdown, Webseite, PDF oder JSON speichern</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>Alle Chats exportieren…</translation>
    </message>
    <message>
        <source>Save all chats as files</source>
        <translation>Alle Chats als Dateien speichern</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Chats importieren…</translation>
    </message>
    <message>
        <source>Add chats from Hearth, ChatGPT, Claude and other programs</source>
        <translation>Chats aus Hearth, ChatGPT, Claude und anderen Programmen übernehmen</translation>
    </message>
    <message>
        <source>Chat with the built-in model</source>
        <translation>Mit dem eingebauten Modell chatten</translation>
    </message>
    <message>
        <source>Open model file…</source>
        <translation>Modelldatei öffnen…</translation>
    </message>
    <message>
        <source>Choose a GGUF file</source>
        <translation>Eine GGUF-Datei auswählen</translation>
    </message>
    <message>
        <source>Models on this machine…</source>
        <translation>Modelle auf diesem Computer…</translation>
    </message>
    <message>
        <source>See the models in your folders and from other programs</source>
        <translation>Modelle in eigenen Ordnern und aus anderen Programmen ansehen</translation>
    </message>
    <message>
        <source>Get a model…</source>
        <translation>Modell holen…</translation>
    </message>
    <message>
        <source>See which models suit this machine</source>
        <translation>Modelle ansehen, die zu diesem Computer passen</translation>
    </message>
    <message>
        <source>Servers…</source>
        <translation>Server…</translation>
    </message>
    <message>
        <source>Use models on another machine or in another program</source>
        <translation>Modelle auf einem anderen Computer oder in einem anderen Programm verwenden</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>Modelleinstellungen…</translation>
    </message>
    <message>
        <source>Context, GPU, adapters and template of this model</source>
        <translation>Kontext, GPU, Adapter und Vorlage dieses Modells</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>Modell entladen</translation>
    </message>
    <message>
        <source>Free its memory; Hearth reloads it when you continue</source>
        <translation>Speicher freigeben; Hearth lädt das Modell neu, wenn Sie weiterschreiben</translation>
    </message>
    <message>
        <source>Conversation memory…</source>
        <translation>Chat-Gedächtnis…</translation>
    </message>
    <message>
        <source>See how much is stored for each chat</source>
        <translation>Ansehen, wie viel zu jedem Chat gespeichert ist</translation>
    </message>
    <message>
        <source>No tools</source>
        <translation>Keine Werkzeuge</translation>
    </message>
    <message>
        <source>Go on without tools in this chat</source>
        <translation>In diesem Chat ohne Werkzeuge weitermachen</translation>
    </message>
    <message>
        <source>Tools: {names}</source>
        <translation>Werkzeuge: {names}</translation>
    </message>
    <message>
        <source>{tools} · {cost}</source>
        <translation>{tools} · {cost}</translation>
    </message>
    <message>
        <source>Tools that the model may use</source>
        <translation>Werkzeuge, die das Modell benutzen darf</translation>
    </message>
    <message>
        <source>The chat template of this model knows no tools</source>
        <translation>Die Chat-Vorlage dieses Modells kennt keine Werkzeuge</translation>
    </message>
    <message>
        <source>The model may use</source>
        <translation>Das Modell darf benutzen</translation>
    </message>
    <message>
        <source>Tools…</source>
        <translation>Werkzeuge…</translation>
    </message>
    <message>
        <source>See what models may call, and add servers that have tools</source>
        <translation>Sehen, was Modelle aufrufen dürfen, und Server mit Werkzeugen hinzufügen</translation>
    </message>
    <message>
        <source>Hardware…</source>
        <translation>Hardware…</translation>
    </message>
    <message>
        <source>See the hardware that runs models, and its speed</source>
        <translation>Ansehen, auf welcher Hardware Modelle laufen und wie schnell</translation>
    </message>
    <message>
        <source>API for other programs…</source>
        <translation>API für andere Programme…</translation>
    </message>
    <message>
        <source>Let editors and other programs use the model</source>
        <translation>Editoren und andere Programme das Modell verwenden lassen</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Befehlspalette…</translation>
    </message>
    <message>
        <source>Find an action, a chat, a setting or a model</source>
        <translation>Eine Aktion, einen Chat, eine Einstellung oder ein Modell finden</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Schnellfrage</translation>
    </message>
    <message>
        <source>Ask one question in a small window</source>
        <translation>Eine einzelne Frage in einem kleinen Fenster stellen</translation>
    </message>
    <message>
        <source>Show or hide chat list</source>
        <translation>Chat-Liste ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide the chat list</source>
        <translation>Die Chat-Liste ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Go to chat list</source>
        <translation>Zur Chat-Liste gehen</translation>
    </message>
    <message>
        <source>Move the keyboard focus to the chat list</source>
        <translation>Den Tastaturfokus auf die Chat-Liste setzen</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Make a folder in the chat list</source>
        <translation>Einen Ordner in der Chat-Liste anlegen</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiv</translation>
    </message>
    <message>
        <source>Show archived chats</source>
        <translation>Archivierte Chats anzeigen</translation>
    </message>
    <message>
        <source>Show deleted chats; they are kept for 30 days</source>
        <translation>Gelöschte Chats anzeigen; sie werden 30 Tage aufbewahrt</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Default text size</source>
        <translation>Übliche Schriftgröße</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Make the text larger</source>
        <translation>Den Text vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Make the text smaller</source>
        <translation>Den Text verkleinern</translation>
    </message>
    <message>
        <source>Show the text in its default size</source>
        <translation>Den Text in Standardgröße anzeigen</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Change how Hearth looks and works</source>
        <translation>Aussehen und Verhalten von Hearth ändern</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>Tastenkürzel…</translation>
    </message>
    <message>
        <source>See and change the keys of every action</source>
        <translation>Die Tasten aller Aktionen ansehen und ändern</translation>
    </message>
    <message>
        <source>Folders and reset…</source>
        <translation>Ordner und Zurücksetzen…</translation>
    </message>
    <message>
        <source>Open or move Hearth&apos;s folders, or reset Hearth</source>
        <translation>Ordner von Hearth öffnen oder verschieben, Hearth zurücksetzen</translation>
    </message>
    <message>
        <source>Version, updates and licences</source>
        <translation>Version, Updates und Lizenzen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Close Hearth</source>
        <translation>Hearth beenden</translation>
    </message>
    <message>
        <source>Hearth stopped during the last attempt to load the built-in {guide}.</source>
        <translation>Hearth wurde beim letzten Versuch beendet, den eingebauten {guide} zu laden.</translation>
    </message>
    <message>
        <source>Hearth stopped during the last attempt to load {name}.</source>
        <translation>Hearth wurde beim letzten Versuch beendet, {name} zu laden.</translation>
    </message>
    <message>
        <source>Hearth did not load the model again. Your chats are untouched.</source>
        <translation>Hearth hat das Modell nicht erneut geladen. Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Open another model, or open this one again to retry it.</source>
        <translation>Ein anderes Modell öffnen oder es mit diesem noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Hearth or its engine crashed</source>
        <translation>Hearth oder seine Engine ist abgestürzt</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>Bericht anzeigen</translation>
    </message>
    <message>
        <source>Hearth saved a report on this computer. It shows where in the program the crash happened and contains none of your chats. Hearth does not send it anywhere.</source>
        <translation>Hearth hat auf diesem Computer einen Bericht gespeichert. Er zeigt, wo im Programm der Absturz geschah, und enthält nichts aus Ihren Chats. Hearth sendet ihn nirgendwohin.</translation>
    </message>
    <message>
        <source>The report was not shown</source>
        <translation>Der Bericht wurde nicht angezeigt</translation>
    </message>
    <message>
        <source>Could not open {file_manager}. The folder is {folder}</source>
        <translation>Öffnen im {file_manager} nicht möglich. Der Ordner ist {folder}</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the backup of {day} instead</source>
        <translation>Stattdessen Sicherung vom {day} einspielen</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>Temporärer Chat</translation>
    </message>
    <message>
        <source>Copied the last answer</source>
        <translation>Letzte Antwort kopiert</translation>
    </message>
    <message>
        <source>The message you were editing is no longer shown</source>
        <translation>Die bearbeitete Nachricht wird nicht mehr angezeigt</translation>
    </message>
    <message>
        <source>Your text is now a new message in the message field.</source>
        <translation>Ihr Text steht jetzt als neue Nachricht im Eingabefeld.</translation>
    </message>
    <message>
        <source>Open chat</source>
        <translation>Chat öffnen</translation>
    </message>
    <message>
        <source>Open the first</source>
        <translation>Ersten öffnen</translation>
    </message>
    <message>
        <source>“{title}”</source>
        <translation>„{title}“</translation>
    </message>
    <message>
        <source>In the chat {title}</source>
        <translation>Im Chat {title}</translation>
    </message>
    <message>
        <source>In the chats {titles}</source>
        <translation>In den Chats {titles}</translation>
    </message>
    <message>
        <source>Reload {model} with a context of {tokens}?</source>
        <translation>{model} mit einem Kontext von {tokens} neu laden?</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>This takes a moment and needs more memory. It lasts until you open another model or close Hearth.</source>
        <translation>Das braucht mehr Speicher und einen Moment. Es gilt, bis ein anderes Modell geöffnet oder Hearth geschlossen wird.</translation>
    </message>
    <message>
        <source>Kept the first {kept} of {whole}</source>
        <translation>Behalten: die ersten {kept} von {whole}</translation>
    </message>
    <message>
        <source>{media}: {tokens}</source>
        <translation>{media}: {tokens}</translation>
    </message>
    <message>
        <source>Deleted {what}</source>
        <translation>{what} gelöscht</translation>
    </message>
    <message>
        <source>Deleted the folder “{name}”; its chats are in the list</source>
        <translation>Ordner „{name}“ gelöscht; seine Chats stehen in der Liste</translation>
    </message>
    <message>
        <source>Archived {what}</source>
        <translation>{what} archiviert</translation>
    </message>
    <message>
        <source>Deleted this version of your message; now showing another</source>
        <translation>Diese Version der Nachricht gelöscht; eine andere wird angezeigt</translation>
    </message>
    <message>
        <source>Deleted this version of the answer; now showing another</source>
        <translation>Diese Version der Antwort gelöscht; eine andere wird angezeigt</translation>
    </message>
    <message>
        <source>Deleted your message and everything after it</source>
        <translation>Nachricht und alles danach gelöscht</translation>
    </message>
    <message>
        <source>Deleted the answer and everything after it</source>
        <translation>Antwort und alles danach gelöscht</translation>
    </message>
    <message>
        <source>They stay in the trash for 30 days.</source>
        <translation>Sie bleiben 30 Tage im Papierkorb.</translation>
    </message>
    <message>
        <source>It stays in the trash for 30 days.</source>
        <translation>Er bleibt 30 Tage im Papierkorb.</translation>
    </message>
    <message>
        <source>Press {keys} to restore it.</source>
        <translation>Mit {keys} stellen Sie es wieder her.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>You can undo the deletion when the answer has finished.</source>
        <translation>Das Löschen lässt sich rückgängig machen, sobald die Antwort fertig ist.</translation>
    </message>
    <message>
        <source>This chat is being answered</source>
        <translation>In diesem Chat läuft eine Antwort</translation>
    </message>
    <message>
        <source>“{title}” is being answered</source>
        <translation>In „{title}“ läuft eine Antwort</translation>
    </message>
    <message>
        <source>Editing your message. You&apos;ll get a new answer; the old version is kept.</source>
        <translation>Nachricht wird bearbeitet. Es entsteht eine neue Antwort; die alte Version bleibt erhalten.</translation>
    </message>
    <message>
        <source>Editing an answer. The old version is kept.</source>
        <translation>Antwort wird bearbeitet. Die alte Version bleibt erhalten.</translation>
    </message>
    <message>
        <source>Write how the answer begins; the model continues from there.</source>
        <translation>Den Anfang der Antwort schreiben; das Modell setzt ihn fort.</translation>
    </message>
    <message>
        <source>This message is too long to edit.</source>
        <translation>Diese Nachricht ist zu lang zum Bearbeiten.</translation>
    </message>
    <message>
        <source>Copy the part you need into a new message.</source>
        <translation>Den benötigten Teil in eine neue Nachricht kopieren.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>Aus Cache</translation>
    </message>
    <message>
        <source>The name that the program gives</source>
        <translation>Der Name, den das Programm angibt</translation>
    </message>
    <message>
        <source>Answered, with a note</source>
        <translation>Beantwortet, mit Hinweis</translation>
    </message>
    <message>
        <source>Tokens in the prompt</source>
        <translation>Token im Prompt</translation>
    </message>
    <message>
        <source>Prompt tokens that came from the cache</source>
        <translation>Token des Prompts aus dem Cache</translation>
    </message>
    <message>
        <source>Tokens in the answer</source>
        <translation>Token in der Antwort</translation>
    </message>
    <message>
        <source>Time to the first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>Antwortet…</translation>
    </message>
    <message>
        <source>It took {time}.</source>
        <translation>Dauer: {time}.</translation>
    </message>
    <message>
        <source>Request {name}.</source>
        <translation>Anfrage {name}.</translation>
    </message>
    <message>
        <source>Leave the temporary chat?</source>
        <translation>Temporären Chat verlassen?</translation>
    </message>
    <message>
        <source>Its messages are deleted.</source>
        <translation>Seine Nachrichten werden gelöscht.</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Keep as a chat</source>
        <translation>Als Chat behalten</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
    <message>
        <source>Delete {chats} for good?</source>
        <translation>{chats} endgültig löschen?</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Empty the trash? {chats} will be deleted for good.</source>
        <translation>Papierkorb leeren? Das löscht {chats} endgültig.</translation>
    </message>
    <message>
        <source>Empty trash</source>
        <translation>Papierkorb leeren</translation>
    </message>
    <message>
        <source>This erases their text and stored memory. It cannot be undone.</source>
        <translation>Dies löscht ihren Text und ihr gespeichertes Gedächtnis. Es lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>&amp;Temperature</source>
        <translation>&amp;Temperatur</translation>
    </message>
    <message>
        <source>Higher values vary more; 0 always picks the most likely token</source>
        <translation>Höhere Werte bringen mehr Abwechslung; 0 wählt immer das wahrscheinlichste Token</translation>
    </message>
    <message>
        <source>Top &amp;p</source>
        <translation>Top &amp;p</translation>
    </message>
    <message>
        <source>Only the likeliest tokens that add up to this probability; 1: all</source>
        <translation>Nur die wahrscheinlichsten Token, die zusammen diese Wahrscheinlichkeit erreichen; 1: alle</translation>
    </message>
    <message>
        <source>Top &amp;k</source>
        <translation>Top &amp;k</translation>
    </message>
    <message>
        <source>Only this many of the most likely tokens; 0: all</source>
        <translation>Nur so viele der wahrscheinlichsten Token; 0: alle</translation>
    </message>
    <message>
        <source>&amp;Min p</source>
        <translation>&amp;Min p</translation>
    </message>
    <message>
        <source>Minimum probability, relative to the most likely token; 0: all</source>
        <translation>Mindestwahrscheinlichkeit im Verhältnis zum wahrscheinlichsten Token; 0: alle</translation>
    </message>
    <message>
        <source>&amp;Repeat penalty</source>
        <translation>&amp;Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Above 1, recently used tokens become less likely</source>
        <translation>Über 1 werden kürzlich verwendete Token unwahrscheinlicher</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Startwert (Seed)</translation>
    </message>
    <message>
        <source>The same seed gives the same random numbers; answers can still differ</source>
        <translation>Derselbe Startwert ergibt dieselben Zufallszahlen; Antworten können trotzdem abweichen</translation>
    </message>
    <message>
        <source>Answer &amp;length limit</source>
        <translation>&amp;Längengrenze der Antwort</translation>
    </message>
    <message>
        <source>An answer stops after this many tokens; you can continue it</source>
        <translation>Nach so vielen Token stoppt eine Antwort; sie lässt sich fortsetzen</translation>
    </message>
    <message>
        <source>Temperature range</source>
        <translation>Temperaturspanne</translation>
    </message>
    <message>
        <source>How far the temperature rises when the model is unsure; 0: off</source>
        <translation>Wie weit die Temperatur steigt, wenn das Modell unsicher ist; 0: aus</translation>
    </message>
    <message>
        <source>Temperature curve</source>
        <translation>Temperaturkurve</translation>
    </message>
    <message>
        <source>Exponent of dynamic temperature; 1: linear</source>
        <translation>Exponent der dynamischen Temperatur; 1: linear</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Tokens about as surprising as expected, to this probability; 1: all</source>
        <translation>Token, die etwa so überraschen wie erwartet, bis zu dieser Wahrscheinlichkeit; 1: alle</translation>
    </message>
    <message>
        <source>Top n sigma</source>
        <translation>Top n sigma</translation>
    </message>
    <message>
        <source>Only tokens this many standard deviations from the best; 0: all</source>
        <translation>Nur Token im Abstand von so vielen Standardabweichungen vom besten; 0: alle</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC-Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>How often to leave out the most likely tokens; 0: never</source>
        <translation>Wie oft die wahrscheinlichsten Token ausgelassen werden; 0: nie</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC-Schwelle</translation>
    </message>
    <message>
        <source>XTC may leave out tokens above this probability, but not all</source>
        <translation>XTC darf Token über dieser Wahrscheinlichkeit auslassen, aber nicht alle</translation>
    </message>
    <message>
        <source>DRY strength</source>
        <translation>DRY-Stärke</translation>
    </message>
    <message>
        <source>Makes tokens that would repeat a whole sequence less likely; 0: off</source>
        <translation>Macht Token unwahrscheinlicher, die eine ganze Folge wiederholen würden; 0: aus</translation>
    </message>
    <message>
        <source>DRY growth</source>
        <translation>DRY-Zunahme</translation>
    </message>
    <message>
        <source>How much the penalty grows with each token of the repeated sequence</source>
        <translation>Wie stark der Abzug mit jedem Token der wiederholten Folge wächst</translation>
    </message>
    <message>
        <source>DRY free length</source>
        <translation>DRY-freie Länge</translation>
    </message>
    <message>
        <source>Sequences of up to this many tokens may repeat</source>
        <translation>Folgen bis zu so vielen Token dürfen sich wiederholen</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Häufigkeitsstrafe</translation>
    </message>
    <message>
        <source>Makes a token less likely each time it is used; 0: off</source>
        <translation>Macht ein Token mit jeder Verwendung unwahrscheinlicher; 0: aus</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Präsenzstrafe</translation>
    </message>
    <message>
        <source>Makes a token less likely once it has been used; 0: off</source>
        <translation>Macht ein Token unwahrscheinlicher, sobald es vorkam; 0: aus</translation>
    </message>
    <message>
        <source>Penalties look back</source>
        <translation>Rückblick der Strafen</translation>
    </message>
    <message>
        <source>The three penalties look at this many recent tokens</source>
        <translation>Die drei Strafen berücksichtigen so viele der letzten Token</translation>
    </message>
    <message>
        <source>Mirostat</source>
        <translation>Mirostat</translation>
    </message>
    <message>
        <source>Version 1 or 2 keeps perplexity steady, without other filters; 0: off</source>
        <translation>Version 1 oder 2 hält die Perplexität gleichmäßig, ohne andere Filter; 0: aus</translation>
    </message>
    <message>
        <source>Mirostat target</source>
        <translation>Mirostat-Ziel</translation>
    </message>
    <message>
        <source>The surprise that Mirostat aims at; lower values are more focused</source>
        <translation>Die von Mirostat angestrebte Überraschung; niedrigere Werte bleiben näher am Thema</translation>
    </message>
    <message>
        <source>Mirostat rate</source>
        <translation>Mirostat-Rate</translation>
    </message>
    <message>
        <source>How quickly Mirostat adapts</source>
        <translation>Wie schnell Mirostat sich anpasst</translation>
    </message>
    <message>
        <source>Settings for “{title}”</source>
        <translation>Einstellungen für „{title}“</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>For example: You are a patient teacher. Be brief.</source>
        <translation>Zum Beispiel: Du bist ein geduldiger Lehrer. Fasse dich kurz.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>Edit summary</source>
        <translation>Zusammenfassung bearbeiten</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Remove summary</source>
        <translation>Zusammenfassung entfernen</translation>
    </message>
    <message>
        <source>Summary of the messages that the model does not &amp;read</source>
        <translation>Zusammenfassung der Nachrichten, die das Modell nicht &amp;liest</translation>
    </message>
    <message>
        <source>If you change this, the model rereads the messages after it.</source>
        <translation>Wenn Sie das ändern, liest das Modell die Nachrichten danach neu.</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Instructions for the model (system prompt)</source>
        <translation>&amp;Anweisungen für das Modell (System-Prompt)</translation>
    </message>
    <message>
        <source>If you change this, the model rereads the whole chat.</source>
        <translation>Wenn Sie das ändern, liest das Modell den ganzen Chat neu.</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>Fewer choices</source>
        <translation>Weniger Optionen</translation>
    </message>
    <message>
        <source>More choices…</source>
        <translation>Mehr Optionen…</translation>
    </message>
    <message>
        <source>Deleted the preset “{name}”; the fields stay as they are.</source>
        <translation>Voreinstellung „{name}“ gelöscht; die Felder bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>Als Voreinstellung speichern…</translation>
    </message>
    <message>
        <source>Delete preset</source>
        <translation>Voreinstellung löschen</translation>
    </message>
    <message>
        <source>Preset name</source>
        <translation>Name der Voreinstellung</translation>
    </message>
    <message>
        <source>Save preset</source>
        <translation>Voreinstellung speichern</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>&amp;Voreinstellung</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>Eigene Werte</translation>
    </message>
    <message>
        <source>As the model recommends</source>
        <translation>Wie vom Modell empfohlen</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>Präzise</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Kreativ</translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a preset.</source>
        <translation>„{name}“ kann kein Name einer Voreinstellung sein.</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>Es wurde nichts gespeichert.</translation>
    </message>
    <message>
        <source>Choose another name, of at most {n} characters.</source>
        <translation>Einen anderen Namen mit höchstens {n} Zeichen wählen.</translation>
    </message>
    <message>
        <source>Attached: {name}</source>
        <translation>Angehängt: {name}</translation>
    </message>
    <message>
        <source>{name}
Click to open</source>
        <translation>{name}
Zum Öffnen klicken</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Language of the answers</source>
        <translation>Sprache der Antworten</translation>
    </message>
    <message>
        <source>Files to search</source>
        <translation>Zu durchsuchende Dateien</translation>
    </message>
    <message>
        <source>Import a character card or a preset</source>
        <translation>Eine Charakterkarte oder ein Preset importieren</translation>
    </message>
    <message>
        <source>New chats in this folder begin with this. Chats that have begun do not change.</source>
        <translation>Neue Chats in diesem Ordner beginnen damit. Begonnene Chats ändern sich nicht.</translation>
    </message>
    <message>
        <source>&amp;Instructions</source>
        <translation>&amp;Anweisungen</translation>
    </message>
    <message>
        <source>&amp;Language of the answers</source>
        <translation>&amp;Sprache der Antworten</translation>
    </message>
    <message>
        <source>Each new chat begins with these documents, read as a whole.</source>
        <translation>Jeder neue Chat beginnt mit diesen Dokumenten, als Ganzes gelesen.</translation>
    </message>
    <message>
        <source>&amp;Documents</source>
        <translation>&amp;Dokumente</translation>
    </message>
    <message>
        <source>Each question searches these files and folders for passages.</source>
        <translation>Jede Frage sucht in diesen Dateien und Ordnern nach Textstellen.</translation>
    </message>
    <message>
        <source>Files to &amp;search</source>
        <translation>Zu d&amp;urchsuchende Dateien</translation>
    </message>
    <message>
        <source>As in the question</source>
        <translation>Wie in der Frage</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>Open pages that models write in your browser?</source>
        <translation>Seiten, die Modelle schreiben, in Ihrem Browser öffnen?</translation>
    </message>
    <message>
        <source>Your browser runs what the model wrote, apart from your other pages. The page loads nothing from the network and sends nothing, but a malicious one can still connect to a server, which then knows that it was opened. Hearth asks only once.</source>
        <translation>Ihr Browser führt aus, was das Modell geschrieben hat, getrennt von Ihren anderen Seiten. Die Seite lädt nichts aus dem Netz und sendet nichts, aber eine bösartige kann sich trotzdem mit einem Server verbinden, der dann weiß, dass sie geöffnet wurde. Hearth fragt nur einmal.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Download Mermaid, which draws this diagram?</source>
        <translation>Mermaid herunterladen, das dieses Diagramm zeichnet?</translation>
    </message>
    <message>
        <source>Hearth downloads it once ({size}, MIT licence) and sends nothing of the chat:
{address}</source>
        <translation>Hearth lädt es einmal herunter ({size}, MIT-Lizenz) und sendet nichts aus dem Chat:
{address}</translation>
    </message>
    <message>
        <source>Downloading Mermaid from {host}…</source>
        <translation>Mermaid wird von {host} heruntergeladen …</translation>
    </message>
    <message>
        <source>No browser opens the page.</source>
        <translation>Kein Browser öffnet die Seite.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>{name} wird gelesen</translation>
    </message>
    <message>
        <source>Insert into message</source>
        <translation>In Nachricht einfügen</translation>
    </message>
    <message>
        <source>Keep the message as it is (Esc)</source>
        <translation>Nachricht unverändert lassen (Esc)</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Move it back to the message field</source>
        <translation>Zurück in das Eingabefeld holen</translation>
    </message>
    <message>
        <source>Do not send it</source>
        <translation>Nicht senden</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>Modell öffnen…</translation>
    </message>
    <message>
        <source>Queued: {message}</source>
        <translation>Wartet: {message}</translation>
    </message>
    <message>
        <source>The model is loading. Hearth sends your message as soon as it is ready.</source>
        <translation>Das Modell wird geladen. Hearth sendet Ihre Nachricht, sobald es bereit ist.</translation>
    </message>
    <message>
        <source>Keep typing: Hearth sends it when this answer is done.</source>
        <translation>Schreiben Sie weiter: Hearth sendet es, wenn diese Antwort fertig ist.</translation>
    </message>
    <message>
        <source>Queued: {messages}, the last: {message}</source>
        <translation>Es warten {messages}, zuletzt: {message}</translation>
    </message>
    <message>
        <source>Open a model to get answers.</source>
        <translation>Öffnen Sie ein Modell, um Antworten zu bekommen.</translation>
    </message>
    <message>
        <source>Your message is being saved…</source>
        <translation>Die Nachricht wird gespeichert…</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>Nachricht schreiben</translation>
    </message>
    <message>
        <source>The model is loading. You can already write.</source>
        <translation>Das Modell wird geladen. Schreiben ist schon möglich.</translation>
    </message>
    <message>
        <source>“{name}” is not a document, picture or sound that Hearth can read.</source>
        <translation>„{name}“ ist kein Dokument, Bild oder Ton, das Hearth lesen kann.</translation>
    </message>
    <message>
        <source>Attach a document (PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, a web page, mail, text), a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, FLAC, Ogg, Opus).</source>
        <translation>Hängen Sie ein Dokument (PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, Webseite, E-Mail, Text), ein Bild (PNG, JPEG, GIF, WebP, BMP, TIFF) oder einen Ton (WAV, MP3, FLAC, Ogg, Opus) an.</translation>
    </message>
    <message>
        <source>Files can be attached to your own messages, not to an answer.</source>
        <translation>Dateien lassen sich nur an eigene Nachrichten anhängen, nicht an Antworten.</translation>
    </message>
    <message>
        <source>Paste the text you need.</source>
        <translation>Den benötigten Text einfügen.</translation>
    </message>
    <message>
        <source>This text is too long to paste into an answer.</source>
        <translation>Dieser Text ist zu lang, um ihn in eine Antwort einzufügen.</translation>
    </message>
    <message>
        <source>Paste the part you need.</source>
        <translation>Nur den benötigten Teil einfügen.</translation>
    </message>
    <message>
        <source>Larger context…</source>
        <translation>Größerer Kontext…</translation>
    </message>
    <message>
        <source>Reload the model with a larger context; needs more memory</source>
        <translation>Das Modell mit größerem Kontext neu laden; braucht mehr Speicher</translation>
    </message>
    <message>
        <source>The model no longer reads them; nothing is deleted</source>
        <translation>Das Modell liest sie nicht mehr; nichts wird gelöscht</translation>
    </message>
    <message>
        <source>The model writes a summary and reads that instead; nothing is deleted</source>
        <translation>Das Modell schreibt eine Zusammenfassung und liest diese stattdessen; nichts wird gelöscht</translation>
    </message>
    <message>
        <source>Keep only the beginning</source>
        <translation>Nur den Anfang behalten</translation>
    </message>
    <message>
        <source>Shorten your message to what fits; you can review it before you send it</source>
        <translation>Ihre Nachricht so weit kürzen, dass sie passt; Sie können sie vor dem Senden prüfen</translation>
    </message>
    <message>
        <source>Continue with this message in a new chat</source>
        <translation>Mit dieser Nachricht in einem neuen Chat fortfahren</translation>
    </message>
    <message>
        <source>This does not fit, even without any earlier messages: {used} of {context}.</source>
        <translation>Das passt nicht, auch ohne alle früheren Nachrichten: {used} von {context}.</translation>
    </message>
    <message>
        <source>This does not fit: {used} of {context}.</source>
        <translation>Das passt nicht: {used} von {context}.</translation>
    </message>
    <message>
        <source>The context is nearly full: {tokens} left for the answer.</source>
        <translation>Der Kontext ist fast voll: noch {tokens} für die Antwort.</translation>
    </message>
    <message>
        <source>Before it answers, the model will summarise the oldest {messages}.</source>
        <translation>Vor der Antwort fasst das Modell die ältesten {messages} zusammen.</translation>
    </message>
    <message>
        <source>For this answer, the oldest {messages} will be left out.</source>
        <translation>Für diese Antwort werden die ältesten {messages} ausgelassen.</translation>
    </message>
    <message>
        <source>It fits without the oldest {messages}.</source>
        <translation>Ohne die ältesten {messages} passt es.</translation>
    </message>
    <message>
        <source>The model then rereads {tokens}.</source>
        <translation>Das Modell liest dann {tokens} noch einmal.</translation>
    </message>
    <message>
        <source>The model then rereads {tokens}, which takes {time}.</source>
        <translation>Das Modell liest dann {tokens} noch einmal; das dauert {time}.</translation>
    </message>
    <message>
        <source>A message can have {n} pictures and sounds at most.</source>
        <translation>Eine Nachricht kann höchstens {n} Bilder und Tonaufnahmen haben.</translation>
    </message>
    <message>
        <source>The rest were not attached; your message is unchanged.</source>
        <translation>Die übrigen wurden nicht angehängt; Ihre Nachricht ist unverändert.</translation>
    </message>
    <message>
        <source>Send them in several messages, or remove some.</source>
        <translation>Senden Sie sie in mehreren Nachrichten oder entfernen Sie einige davon.</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Attach pictures, sounds and text files; you can also paste or drop them here</source>
        <translation>Bilder, Tonaufnahmen und Textdateien anhängen; auch durch Einfügen oder Hierherziehen</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Stoppen (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Senden (Enter)</translation>
    </message>
    <message>
        <source>The oldest messages are left out.</source>
        <translation>Die ältesten Nachrichten werden weggelassen.</translation>
    </message>
    <message>
        <source>They stay in the chat, and you can include them again.</source>
        <translation>Sie bleiben im Chat, und Sie können sie wieder einbeziehen.</translation>
    </message>
    <message>
        <source>Always in this chat</source>
        <translation>In diesem Chat immer</translation>
    </message>
    <message>
        <source>Summarising the oldest messages…</source>
        <translation>Älteste Nachrichten werden zusammengefasst…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>The oldest messages are summarised and left out.</source>
        <translation>Die ältesten Nachrichten sind zusammengefasst und weggelassen.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Save this chat with your other chats</source>
        <translation>Diesen Chat zu den anderen Chats speichern</translation>
    </message>
    <message>
        <source>Temporary chat: it is not saved.</source>
        <translation>Temporärer Chat: Er wird nicht gespeichert.</translation>
    </message>
    <message>
        <source>{used} of {whole}</source>
        <translation>{used} von {whole}</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>Letzte Antwort</translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation>Anhänge</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Eigene Nachricht</translation>
    </message>
    <message>
        <source>Left for the answer</source>
        <translation>Frei für die Antwort</translation>
    </message>
    <message>
        <source>{name}: {text}</source>
        <translation>{name}: {text}</translation>
    </message>
    <message>
        <source>Context of {tokens}</source>
        <translation>Kontext von {tokens}</translation>
    </message>
    <message>
        <source>Open the model {name}</source>
        <translation>Modell {name} öffnen</translation>
    </message>
    <message>
        <source>Import the chats in {name}, or attach it</source>
        <translation>Chats in {name} importieren oder Datei anhängen</translation>
    </message>
    <message>
        <source>Import the chats in {files}, or attach them</source>
        <translation>Chats in {files} importieren oder Dateien anhängen</translation>
    </message>
    <message>
        <source>Attach {name} to your message</source>
        <translation>{name} an die Nachricht anhängen</translation>
    </message>
    <message>
        <source>Attach {files} to your message</source>
        <translation>{files} an die Nachricht anhängen</translation>
    </message>
    <message>
        <source>Attach the picture to your message</source>
        <translation>Das Bild an die Nachricht anhängen</translation>
    </message>
    <message>
        <source>Open model file</source>
        <translation>Modelldatei öffnen</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>Modelle (*.gguf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Add adapter</source>
        <translation>Adapter hinzufügen</translation>
    </message>
    <message>
        <source>LoRA adapters (*.gguf);;All files (*)</source>
        <translation>LoRA-Adapter (*.gguf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a projector for pictures and sounds</source>
        <translation>Projektor für Bilder und Tonaufnahmen wählen</translation>
    </message>
    <message>
        <source>Projectors (*.gguf);;All files (*)</source>
        <translation>Projektoren (*.gguf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a certificate file</source>
        <translation>Zertifikatsdatei wählen</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt *.cer);;All files (*)</source>
        <translation>Zertifikate (*.pem *.crt *.cer);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>Bilder ({patterns})</translation>
    </message>
    <message>
        <source>Sounds ({patterns})</source>
        <translation>Tonaufnahmen ({patterns})</translation>
    </message>
    <message>
        <source>Documents ({patterns})</source>
        <translation>Dokumente ({patterns})</translation>
    </message>
    <message>
        <source>Texts ({patterns})</source>
        <translation>Texte ({patterns})</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Dateien hinzufügen</translation>
    </message>
    <message>
        <source>Folder with documents</source>
        <translation>Ordner mit Dokumenten</translation>
    </message>
    <message>
        <source>Lists of tool servers (*.json);;All files (*)</source>
        <translation>Listen von Werkzeugservern (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Import tool servers</source>
        <translation>Werkzeugserver importieren</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner auswählen</translation>
    </message>
    <message>
        <source>Cards and presets (*.png *.json *.charx *.jpg *.webp);;All files (*)</source>
        <translation>Karten und Presets (*.png *.json *.charx *.jpg *.webp);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Import project</source>
        <translation>Projekt importieren</translation>
    </message>
    <message>
        <source>Export project</source>
        <translation>Projekt exportieren</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>Kopie speichern</translation>
    </message>
    <message>
        <source>Folder with models</source>
        <translation>Ordner mit Modellen</translation>
    </message>
    <message>
        <source>Exported chats (*.hearth *.json *.jsonl *.zip);;All files (*)</source>
        <translation>Exportierte Chats (*.hearth *.json *.jsonl *.zip);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Export chats</source>
        <translation>Chats exportieren</translation>
    </message>
    <message>
        <source>Export chats to folder</source>
        <translation>Chats in Ordner exportieren</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Smaller context</source>
        <translation>Kleinerer Kontext</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>Langsam</translation>
    </message>
    <message>
        <source>Won&apos;t fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>Probably fits</source>
        <translation>Passt wahrscheinlich</translation>
    </message>
    <message>
        <source>Probably with a smaller context</source>
        <translation>Wahrscheinlich mit kleinerem Kontext</translation>
    </message>
    <message>
        <source>Probably slow</source>
        <translation>Wahrscheinlich langsam</translation>
    </message>
    <message>
        <source>Probably won&apos;t fit</source>
        <translation>Passt wahrscheinlich nicht</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>Andere Programme dürfen das Modell verwenden</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>No program is connected.</source>
        <translation>Kein Programm ist verbunden.</translation>
    </message>
    <message>
        <source>{programs} connected: {names}</source>
        <translation>{programs} verbunden: {names}</translation>
    </message>
    <message>
        <source>No requests yet.
Requests from other programs appear here with their time, program and status, but without their text.</source>
        <translation>Noch keine Anfragen.
Anfragen anderer Programme erscheinen hier mit Zeit, Programm und Status, aber ohne ihren Text.</translation>
    </message>
    <message>
        <source>No other program can reach Hearth now.
Once the API is on, the address and key for your editor appear here.</source>
        <translation>Zurzeit kann kein anderes Programm Hearth erreichen.
Sobald die API eingeschaltet ist, erscheinen hier Adresse und Schlüssel für Ihren Editor.</translation>
    </message>
    <message>
        <source>Requests from other programs</source>
        <translation>Anfragen anderer Programme</translation>
    </message>
    <message>
        <source>Lets editors and other programs use the model through the APIs of OpenAI and Anthropic. Hearth answers only programs on this machine that have the key.</source>
        <translation>Editoren und andere Programme können das Modell über die APIs von OpenAI und Anthropic verwenden. Hearth antwortet nur Programmen auf diesem Computer, die den Schlüssel haben.</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>Could not start</source>
        <translation>Nicht gestartet</translation>
    </message>
    <message>
        <source>Ending…</source>
        <translation>Wird beendet…</translation>
    </message>
    <message>
        <source>Estimated from the file size, for at most {tokens}:</source>
        <translation>Geschätzt nach der Dateigröße, für höchstens {tokens}:</translation>
    </message>
    <message>
        <source>With a context of {tokens}, KV cache {kv_type}:</source>
        <translation>Mit einem Kontext von {tokens}, KV-Cache {kv_type}:</translation>
    </message>
    <message>
        <source>With a context of {tokens}, of which this chat needs about {n_chat}, KV cache {kv_type}:</source>
        <translation>Mit einem Kontext von {tokens}, davon etwa {n_chat} für diesen Chat, KV-Cache {kv_type}:</translation>
    </message>
    <message>
        <source>{place}: weights {weights} + KV cache {cache} + compute {compute} = {together} · {free} of {total} free</source>
        <translation>{place}: Gewichte {weights} + KV-Cache {cache} + Berechnung {compute} = {together} · {free} von {total} frei</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>at full precision</source>
        <translation>mit voller Genauigkeit</translation>
    </message>
    <message>
        <source>in 8 bits</source>
        <translation>mit 8 Bit</translation>
    </message>
    <message>
        <source>These folders were set when Hearth was started, so you cannot move them here.</source>
        <translation>Diese Ordner wurden beim Start von Hearth festgelegt; Sie können sie daher hier nicht verschieben.</translation>
    </message>
    <message>
        <source>Portable: everything is in the folder “data” next to the program. To move it, move the whole program folder.</source>
        <translation>Portabel: Alles liegt im Ordner „data“ neben dem Programm. Verschieben Sie den ganzen Programmordner, um es zu verschieben.</translation>
    </message>
    <message>
        <source>Everything is now in one folder.</source>
        <translation>Alles ist jetzt in einem Ordner.</translation>
    </message>
    <message>
        <source>Folders and reset</source>
        <translation>Ordner und Zurücksetzen</translation>
    </message>
    <message>
        <source>Your messages and the answers</source>
        <translation>Eigene Nachrichten und die Antworten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Your preferences</source>
        <translation>Persönliche Einstellungen</translation>
    </message>
    <message>
        <source>The stored KV cache of your chats</source>
        <translation>Der gespeicherte KV-Cache Ihrer Chats</translation>
    </message>
    <message>
        <source>Window and log</source>
        <translation>Fenster und Protokoll</translation>
    </message>
    <message>
        <source>Drafts, window position, log</source>
        <translation>Entwürfe, Fensterposition, Protokoll</translation>
    </message>
    <message>
        <source>Reset…</source>
        <translation>Zurücksetzen…</translation>
    </message>
    <message>
        <source>Move back</source>
        <translation>Zurückverschieben</translation>
    </message>
    <message>
        <source>Move everything back to the default folders</source>
        <translation>Alles in die Standardordner zurückverschieben</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>Verschieben…</translation>
    </message>
    <message>
        <source>Move everything to a folder of your choice</source>
        <translation>Alles in einen Ordner eigener Wahl verschieben</translation>
    </message>
    <message>
        <source>Hearth writes only to these folders. Model files stay where they are unless you move one to the {trash} yourself.</source>
        <translation>Hearth schreibt nur in diese Ordner. Modelldateien bleiben, wo sie sind, es sei denn, Sie verschieben eine in den {trash}.</translation>
    </message>
    <message>
        <source>{folder} is still empty</source>
        <translation>{folder} ist noch leer</translation>
    </message>
    <message>
        <source>Open the folder: {name}</source>
        <translation>Ordner öffnen: {name}</translation>
    </message>
    <message>
        <source>Move everything to</source>
        <translation>Alles verschieben nach</translation>
    </message>
    <message>
        <source>Checking whether everything fits there…</source>
        <translation>Es wird geprüft, ob dort alles Platz hat…</translation>
    </message>
    <message>
        <source>Use other chats</source>
        <translation>Andere Chats verwenden</translation>
    </message>
    <message>
        <source>There are already Hearth chats in {folder}. Use them?</source>
        <translation>In {folder} gibt es bereits Hearth-Chats. Diese verwenden?</translation>
    </message>
    <message>
        <source>Your current chats stay in {folder}. Nothing is moved or merged.</source>
        <translation>Die aktuellen Chats bleiben in {folder}. Nichts wird verschoben oder zusammengeführt.</translation>
    </message>
    <message>
        <source>Use them</source>
        <translation>Diese verwenden</translation>
    </message>
    <message>
        <source>Move everything</source>
        <translation>Alles verschieben</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Hearth closes its window, moves {size}, and reopens. This stops a running answer; its text so far is kept.</source>
        <translation>Hearth schließt sein Fenster, verschiebt {size} und öffnet sich wieder. Eine laufende Antwort wird gestoppt; ihr bisheriger Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Move everything back to the default folders?</source>
        <translation>Alles in die Standardordner zurückverschieben?</translation>
    </message>
    <message>
        <source>Move everything to {folder}?</source>
        <translation>Alles nach {folder} verschieben?</translation>
    </message>
    <message>
        <source>If you start fresh, Hearth opens without chats. To use the missing chats later, choose Folders and reset…, then Move…, then their folder.</source>
        <translation>Beim Neuanfang öffnet Hearth ohne Chats. Um die fehlenden später wieder zu verwenden: „Ordner und Zurücksetzen…“, dann „Verschieben…“ und deren Ordner wählen.</translation>
    </message>
    <message>
        <source>Likely alternatives</source>
        <translation>Wahrscheinliche Alternativen</translation>
    </message>
    <message>
        <source>Words of the answer</source>
        <translation>Wörter der Antwort</translation>
    </message>
    <message>
        <source>Alternatives for the selected word</source>
        <translation>Alternativen zum gewählten Wort</translation>
    </message>
    <message>
        <source>Reading the chat…</source>
        <translation>Der Chat wird gelesen…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Show how each continues</source>
        <translation>Zeigen, wie es jeweils weitergeht</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>Von hier fortsetzen</translation>
    </message>
    <message>
        <source>Select a word to see its alternatives. The stronger its colour, the less likely it was.</source>
        <translation>Wählen Sie ein Wort, um seine Alternativen zu sehen. Je kräftiger seine Farbe, desto unwahrscheinlicher war es.</translation>
    </message>
    <message>
        <source>Reading the chat: {done} of {total} tokens</source>
        <translation>Der Chat wird gelesen: {done} von {total} Token</translation>
    </message>
    <message>
        <source>{first} wrote this answer; the alternatives come from {second}.</source>
        <translation>{first} hat diese Antwort geschrieben; die Alternativen stammen von {second}.</translation>
    </message>
    <message>
        <source>Checked {done} of {total} words</source>
        <translation>{done} von {total} Wörtern geprüft</translation>
    </message>
    <message>
        <source>Interrupted by a request for an answer.</source>
        <translation>Durch eine neue Anfrage unterbrochen.</translation>
    </message>
    <message>
        <source>The model continues each of them…</source>
        <translation>Das Modell setzt jede davon fort…</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Start fresh</source>
        <translation>Neu anfangen</translation>
    </message>
    <message>
        <source>Choose the folder with your chats</source>
        <translation>Ordner mit den Chats wählen</translation>
    </message>
    <message>
        <source>There are no Hearth chats in {folder}. Choose the folder that contains “data” and “config”.</source>
        <translation>In {folder} gibt es keine Hearth-Chats. Den Ordner wählen, der „data“ und „config“ enthält.</translation>
    </message>
    <message>
        <source>Hearth could not save this choice: {error}</source>
        <translation>Hearth konnte diese Auswahl nicht speichern: {error}</translation>
    </message>
    <message>
        <source>Reset Hearth</source>
        <translation>Hearth zurücksetzen</translation>
    </message>
    <message>
        <source>Settings and window</source>
        <translation>Einstellungen und Fenster</translation>
    </message>
    <message>
        <source>All chats ({chats})</source>
        <translation>Alle Chats ({chats})</translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Alle Chats</translation>
    </message>
    <message>
        <source>{chats} will be deleted. This cannot be undone.</source>
        <translation>Das löscht {chats} und lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>All chats will be deleted. This cannot be undone.</source>
        <translation>Das löscht alle Chats und lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Delete {chats} and reset</source>
        <translation>{chats} löschen und zurücksetzen</translation>
    </message>
    <message>
        <source>Delete all chats and reset</source>
        <translation>Alle Chats löschen und zurücksetzen</translation>
    </message>
    <message>
        <source>Hearth closes its window, deletes the ticked items, and reopens as if newly installed. Model files are kept.</source>
        <translation>Hearth schließt sein Fenster, löscht das Ausgewählte und öffnet sich wieder wie neu installiert. Modelldateien bleiben erhalten.</translation>
    </message>
    <message>
        <source>Also the log, unsent messages and server keys.</source>
        <translation>Auch das Protokoll, nicht gesendete Nachrichten und Server-Schlüssel.</translation>
    </message>
    <message>
        <source>The model rereads each chat once when you continue it. No messages are lost.</source>
        <translation>Das Modell liest jeden Chat beim Fortsetzen einmal neu. Keine Nachricht geht verloren.</translation>
    </message>
    <message>
        <source>Including their backups and stored memory.</source>
        <translation>Samt ihren Sicherungen und ihrem gespeicherten Gedächtnis.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Stopping, unless the move is already finished…</source>
        <translation>Wird gestoppt, falls das Verschieben nicht schon fertig ist…</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>Hearth now uses the chats in {folder}.</source>
        <translation>Hearth verwendet jetzt die Chats in {folder}.</translation>
    </message>
    <message>
        <source>Your other chats are still in {folder}.</source>
        <translation>Ihre anderen Chats liegen weiterhin in {folder}.</translation>
    </message>
    <message>
        <source>Hearth was reset.</source>
        <translation>Hearth wurde zurückgesetzt.</translation>
    </message>
    <message>
        <source>Your model files were kept.</source>
        <translation>Die Modelldateien blieben erhalten.</translation>
    </message>
    <message>
        <source>Everything was moved to {folder}.</source>
        <translation>Alles wurde nach {folder} verschoben.</translation>
    </message>
    <message>
        <source>Hearth could not delete some of the old files; they are in {folders}.</source>
        <translation>Hearth konnte einige der alten Dateien nicht löschen; sie liegen in {folders}.</translation>
    </message>
    <message>
        <source>Recovering your chats…</source>
        <translation>Die Chats werden wiederhergestellt…</translation>
    </message>
    <message>
        <source>Restoring the backup of your chats…</source>
        <translation>Die Sicherung der Chats wird eingespielt…</translation>
    </message>
    <message>
        <source>Resetting Hearth…</source>
        <translation>Hearth wird zurückgesetzt…</translation>
    </message>
    <message>
        <source>Opening the other chats…</source>
        <translation>Die anderen Chats werden geöffnet…</translation>
    </message>
    <message>
        <source>Moving your chats to the default folders…</source>
        <translation>Die Chats werden in die Standardordner verschoben…</translation>
    </message>
    <message>
        <source>Moving your chats to {folder}…</source>
        <translation>Die Chats werden nach {folder} verschoben…</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n Nachricht</numerusform>
            <numerusform>%n Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s)</source>
        <translation>
            <numerusform>%n Chat</numerusform>
            <numerusform>%n Chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other answer(s)</source>
        <translation>
            <numerusform>%n weiteren Antwort</numerusform>
            <numerusform>%n weiteren Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n Modell</numerusform>
            <numerusform>%n Modelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n Unterhaltung</numerusform>
            <numerusform>%n Unterhaltungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n program(s)</source>
        <translation>
            <numerusform>%n Programm</numerusform>
            <numerusform>%n Programme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n Seite</numerusform>
            <numerusform>%n Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n Textstelle</numerusform>
            <numerusform>%n Textstellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n Bild</numerusform>
            <numerusform>%n Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation>
            <numerusform>%n Tonaufnahme</numerusform>
            <numerusform>%n Tonaufnahmen</numerusform>
        </translation>
    </message>
    <message>
        <source>under 1 ms</source>
        <translation>unter 1 ms</translation>
    </message>
    <message>
        <source>{n_min} min {n_s} s</source>
        <translation>{n_min} min {n_s} s</translation>
    </message>
    <message>
        <source>{n_min} min</source>
        <translation>{n_min} min</translation>
    </message>
    <message>
        <source>{n} s</source>
        <translation>{n} s</translation>
    </message>
    <message>
        <source>less than a second</source>
        <translation>weniger als 1 s</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>etwa {time}</translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation>{n} Min.</translation>
    </message>
    <message>
        <source>now</source>
        <comment>ago</comment>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>{n} h</source>
        <translation>{n} Std.</translation>
    </message>
    <message>
        <source>HH:mm</source>
        <comment>a pattern of Qt</comment>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>a pattern of Qt</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>a pattern of Qt</comment>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <comment>a pattern of Qt</comment>
        <translation>d. MMMM yyyy</translation>
    </message>
    <message>
        <source>{day}, {time}</source>
        <translation>{day}, {time}</translation>
    </message>
    <message>
        <source>HH:mm:ss</source>
        <comment>a pattern of Qt</comment>
        <translation>HH:mm:ss</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>MMMM</source>
        <comment>a pattern of Qt</comment>
        <translation>MMMM</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>a pattern of Qt</comment>
        <translation>MMMM yyyy</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>Downloadfortschritt</translation>
    </message>
    <message>
        <source>Access token…</source>
        <translation>Zugriffstoken…</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>{action}: {model}</source>
        <translation>{action}: {model}</translation>
    </message>
    <message>
        <source>{n_done} of {n_all}</source>
        <translation>{n_done} von {n_all}</translation>
    </message>
    <message>
        <source>Waiting · {far}</source>
        <translation>Wartet · {far}</translation>
    </message>
    <message>
        <source>{what} Trying again in {time} · {far}</source>
        <translation>{what} Neuer Versuch in {time} · {far}</translation>
    </message>
    <message>
        <source>Paused · {far}</source>
        <translation>Pausiert · {far}</translation>
    </message>
    <message>
        <source>Verifying: {n_checked} · {far}</source>
        <translation>Wird geprüft: {n_checked} · {far}</translation>
    </message>
    <message>
        <source>Downloaded · {size}</source>
        <translation>Heruntergeladen · {size}</translation>
    </message>
    <message>
        <source>Waiting for the server · {far}</source>
        <translation>Wartet auf den Server · {far}</translation>
    </message>
    <message>
        <source>{speed}/s</source>
        <translation>{speed}/s</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausieren</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>Modell holen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>For models that require you to sign in</source>
        <translation>Für Modelle, die eine Anmeldung verlangen</translation>
    </message>
    <message>
        <source>Enter access token…</source>
        <translation>Zugriffstoken eingeben…</translation>
    </message>
    <message>
        <source>Open page</source>
        <translation>Seite öffnen</translation>
    </message>
    <message>
        <source>Show larger models</source>
        <translation>Größere Modelle zeigen</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>Dateien zeigen</translation>
    </message>
    <message>
        <source>Suggested models</source>
        <translation>Vorgeschlagene Modelle</translation>
    </message>
    <message>
        <source>List of {month}.</source>
        <translation>Stand der Liste: {month}.</translation>
    </message>
    <message>
        <source>This machine has {n_gb} GB of memory. Larger models know more but are slower.</source>
        <translation>Dieser Computer hat {n_gb} GB Arbeitsspeicher. Größere Modelle wissen mehr, sind aber langsamer.</translation>
    </message>
    <message>
        <source>This machine has {n_gb} GB of memory and a graphics card with {n_gpu_gb} GB. Models that fit on the card are fast.</source>
        <translation>Dieser Computer hat {n_gb} GB Arbeitsspeicher und eine Grafikkarte mit {n_gpu_gb} GB. Modelle, die auf die Karte passen, sind schnell.</translation>
    </message>
    <message>
        <source>A link leads to this model. Hearth contacts {host} when you show its files, and downloads nothing before you choose one.</source>
        <translation>Ein Link führt zu diesem Modell. Hearth kontaktiert {host}, wenn Sie seine Dateien zeigen lassen, und lädt nichts herunter, bevor Sie eine wählen.</translation>
    </message>
    <message>
        <source>The link names the file {file}.</source>
        <translation>Der Link nennt die Datei {file}.</translation>
    </message>
    <message>
        <source>No models found</source>
        <translation>Keine Modelle gefunden</translation>
    </message>
    <message>
        <source>Try fewer or different words.</source>
        <translation>Versuchen Sie es mit weniger oder anderen Wörtern.</translation>
    </message>
    <message>
        <source>Found on {host}</source>
        <translation>Gefunden auf {host}</translation>
    </message>
    <message>
        <source>The same model in several sizes. Smaller files need less memory and lose a little quality.</source>
        <translation>Dasselbe Modell in mehreren Größen. Kleinere Dateien brauchen weniger Speicher und verlieren etwas Qualität.</translation>
    </message>
    <message>
        <source>The link names {file}, which is not among them.</source>
        <translation>Der Link nennt {file}; diese Datei ist nicht dabei.</translation>
    </message>
    <message>
        <source>{model} was not downloaded</source>
        <translation>{model} wurde nicht heruntergeladen</translation>
    </message>
    <message>
        <source>A full-size model can chat about anything. You download it once, and it works offline. Hearth contacts {host} only when you search, check or download.</source>
        <translation>Ein vollwertiges Modell kann über alles chatten. Sie laden es einmal herunter, und es funktioniert offline. Hearth kontaktiert {host} nur, wenn Sie suchen, prüfen oder herunterladen.</translation>
    </message>
    <message>
        <source>Search {host}</source>
        <translation>{host} durchsuchen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>Getting the files of {model}…</source>
        <translation>Dateien von {model} werden abgefragt…</translation>
    </message>
    <message>
        <source>Getting {model}…</source>
        <translation>{model} wird abgefragt…</translation>
    </message>
    <message>
        <source>Hearth now uses the access token</source>
        <translation>Hearth verwendet jetzt das Zugriffstoken</translation>
    </message>
    <message>
        <source>Access token removed</source>
        <translation>Zugriffstoken entfernt</translation>
    </message>
    <message>
        <source>{model} downloaded.</source>
        <translation>{model} heruntergeladen.</translation>
    </message>
    <message>
        <source>accept the terms on its page first</source>
        <translation>zuerst die Bedingungen auf der Seite annehmen</translation>
    </message>
    <message>
        <source>requires approval from its authors</source>
        <translation>erfordert die Freigabe durch die Autoren</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Dateien…</translation>
    </message>
    <message>
        <source>Files of {model}</source>
        <translation>Dateien von {model}</translation>
    </message>
    <message>
        <source>Open the page of {model} in the browser</source>
        <translation>Seite von {model} im Browser öffnen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download {model}</source>
        <translation>{model} herunterladen</translation>
    </message>
    <message>
        <source>Check exactly</source>
        <translation>Genau prüfen</translation>
    </message>
    <message>
        <source>Check exactly how {model} fits</source>
        <translation>Genau prüfen, wie {model} passt</translation>
    </message>
    <message>
        <source>Downloads the first megabytes of the file from {host} to calculate its memory use</source>
        <translation>Lädt die ersten Megabyte der Datei von {host}, um ihren Speicherbedarf zu berechnen</translation>
    </message>
    <message>
        <source>With pictures (+ {size})</source>
        <translation>Mit Bildern (+ {size})</translation>
    </message>
    <message>
        <source>{model} with pictures</source>
        <translation>{model} mit Bildern</translation>
    </message>
    <message>
        <source>Also downloads a second file that lets the model see pictures or hear sounds</source>
        <translation>Lädt auch eine zweite Datei herunter, mit der das Modell Bilder sieht oder Töne hört</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>From the link</source>
        <translation>Aus dem Link</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>{n} downloads per month</source>
        <translation>{n} Downloads pro Monat</translation>
    </message>
    <message>
        <source>{n} likes</source>
        <translation>{n} Likes</translation>
    </message>
    <message>
        <source>licence: {licence}</source>
        <translation>Lizenz: {licence}</translation>
    </message>
    <message>
        <source>changed {day}</source>
        <translation>geändert {day}</translation>
    </message>
    <message>
        <source>in {n} files</source>
        <translation>in {n} Dateien</translation>
    </message>
    <message>
        <source>Fits well</source>
        <translation>Passt gut</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>{size} ({quantisation}), needs {n_gb} GB</source>
        <translation>{size} ({quantisation}), braucht {n_gb} GB</translation>
    </message>
    <message>
        <source>About {words} per second on this machine</source>
        <translation>Etwa {words} pro Sekunde auf diesem Computer</translation>
    </message>
    <message>
        <source>Less than a word per second on this machine</source>
        <translation>Weniger als ein Wort pro Sekunde auf diesem Computer</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Beantwortet</translation>
    </message>
    <message>
        <source>Not understood</source>
        <translation>Nicht verstanden</translation>
    </message>
    <message>
        <source>Wrong key</source>
        <translation>Falscher Schlüssel</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>Nicht erlaubt</translation>
    </message>
    <message>
        <source>No such address</source>
        <translation>Adresse unbekannt</translation>
    </message>
    <message>
        <source>Too slow</source>
        <translation>Zu langsam</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>Not JSON</source>
        <translation>Kein JSON</translation>
    </message>
    <message>
        <source>Too many at once</source>
        <translation>Zu viele zugleich</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation>Nicht bereit</translation>
    </message>
    <message>
        <source>The request used an unsupported feature or an invalid format. Hearth&apos;s response names the field.</source>
        <translation>Die Anfrage verwendete eine nicht unterstützte Funktion oder ein ungültiges Format. Die Antwort von Hearth nennt das Feld.</translation>
    </message>
    <message>
        <source>Give the program the key shown above.</source>
        <translation>Geben Sie dem Programm den Schlüssel, der oben steht.</translation>
    </message>
    <message>
        <source>It came from a web page, or used a host name, that the settings do not allow.</source>
        <translation>Sie kam von einer Webseite oder verwendete einen Rechnernamen, den die Einstellungen nicht erlauben.</translation>
    </message>
    <message>
        <source>Check the address of Hearth in the program&apos;s settings.</source>
        <translation>Prüfen Sie die Adresse von Hearth in den Einstellungen des Programms.</translation>
    </message>
    <message>
        <source>A request may be up to 32 MiB.</source>
        <translation>Eine Anfrage darf bis zu 32 MiB groß sein.</translation>
    </message>
    <message>
        <source>The program disconnected before the end.</source>
        <translation>Das Programm hat die Verbindung vorzeitig getrennt.</translation>
    </message>
    <message>
        <source>No model was loaded, or the API was switched off in the meantime.</source>
        <translation>Es war kein Modell geladen, oder die API wurde zwischenzeitlich ausgeschaltet.</translation>
    </message>
    <message>
        <source>Refused ({status})</source>
        <translation>Abgewiesen ({status})</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>Zugriffstoken</translation>
    </message>
    <message>
        <source>Create a token in the browser</source>
        <translation>Token im Browser erstellen</translation>
    </message>
    <message>
        <source>Save token</source>
        <translation>Token speichern</translation>
    </message>
    <message>
        <source>Remove token</source>
        <translation>Token entfernen</translation>
    </message>
    <message>
        <source>Checking the {keyring}…</source>
        <translation>Passwortspeicher ({keyring}) wird abgefragt…</translation>
    </message>
    <message>
        <source>Hearth uses this token until you close it.</source>
        <translation>Hearth verwendet dieses Zugriffstoken, bis Sie es schließen.</translation>
    </message>
    <message>
        <source>&amp;Token for {host}</source>
        <translation>&amp;Zugriffstoken für {host}</translation>
    </message>
    <message>
        <source>The environment variable HF_TOKEN contains a token; Hearth uses it instead of one saved here.</source>
        <translation>Die Umgebungsvariable HF_TOKEN enthält ein Zugriffstoken; Hearth verwendet es anstelle eines hier gespeicherten.</translation>
    </message>
    <message>
        <source>Some models require you to sign in at {host} and accept their terms. A read token identifies you. Hearth saves it in the {keyring} of this system and sends it only to {host}.</source>
        <translation>Manche Modelle verlangen, dass Sie sich auf {host} anmelden und ihre Bedingungen annehmen. Ein Zugriffstoken zum Lesen weist Sie aus. Hearth speichert es im Passwortspeicher dieses Systems ({keyring}) und sendet es nur an {host}.</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU that shares the RAM</source>
        <translation>GPU, die den Arbeitsspeicher mitnutzt</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>Beschleuniger</translation>
    </message>
    <message>
        <source>The child process that listed them {ending}.</source>
        <translation>Ende des abfragenden Prozesses: {ending}.</translation>
    </message>
    <message>
        <source>Could not list the devices</source>
        <translation>Die Geräte konnten nicht aufgelistet werden</translation>
    </message>
    <message>
        <source>This build supports GPUs but finds none; a driver may be missing.</source>
        <translation>Dieser Build unterstützt GPUs, findet aber keine; womöglich fehlt ein Treiber.</translation>
    </message>
    <message>
        <source>This build uses only the processor. Builds for graphics cards are listed below.</source>
        <translation>Dieser Build nutzt nur den Prozessor. Builds für Grafikkarten sind unten aufgeführt.</translation>
    </message>
    <message>
        <source>No GPU was found</source>
        <translation>Keine GPU gefunden</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>Kein Modell geladen</translation>
    </message>
    <message>
        <source>Load one to see its memory use.</source>
        <translation>Laden Sie eines, um seinen Speicherbedarf zu sehen.</translation>
    </message>
    <message>
        <source>KV cache {kv_type}</source>
        <translation>KV-Cache {kv_type}</translation>
    </message>
    <message>
        <source>threads: {n}</source>
        <translation>Threads: {n}</translation>
    </message>
    <message>
        <source>flash attention where it helps</source>
        <translation>Flash Attention, wo es hilft</translation>
    </message>
    <message>
        <source>no flash attention</source>
        <translation>keine Flash Attention</translation>
    </message>
    <message>
        <source>It runs on a server; its memory use is unknown.</source>
        <translation>Es läuft auf einem Server; sein Speicherbedarf ist unbekannt.</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Noch nicht gemessen</translation>
    </message>
    <message>
        <source>Hearth measures it with every answer, or when you press Measure.</source>
        <translation>Hearth misst bei jeder Antwort, oder wenn Sie „Messen“ wählen.</translation>
    </message>
    <message>
        <source>Reading a prompt</source>
        <translation>Prompt lesen</translation>
    </message>
    <message>
        <source>Writing an answer</source>
        <translation>Antwort schreiben</translation>
    </message>
    <message>
        <source>{n} tokens/s</source>
        <translation>{n} Token/s</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>Hearth tries each configuration in a separate process when it first loads a model.</source>
        <translation>Hearth erprobt jede Konfiguration in einem eigenen Prozess, wenn es zum ersten Mal ein Modell lädt.</translation>
    </message>
    <message>
        <source>Not tested yet on this machine</source>
        <translation>Auf diesem Computer noch nicht getestet</translation>
    </message>
    <message>
        <source>Passed earlier</source>
        <translation>Früher bestanden</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verwendet</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>Bestanden</translation>
    </message>
    <message>
        <source>Failed: it {outcome}</source>
        <translation>Fehlgeschlagen: {outcome}</translation>
    </message>
    <message>
        <source>a single library</source>
        <translation>eine einzelne Bibliothek</translation>
    </message>
    <message>
        <source>Version of llama.cpp</source>
        <translation>Version von llama.cpp</translation>
    </message>
    <message>
        <source>Backends</source>
        <translation>Backends</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>All weight layouts, GPU where there is one</source>
        <translation>Alle Anordnungen der Gewichte, GPU falls vorhanden</translation>
    </message>
    <message>
        <source>All weight layouts, no GPU</source>
        <translation>Alle Anordnungen der Gewichte, keine GPU</translation>
    </message>
    <message>
        <source>Plain weight layouts, GPU where there is one</source>
        <translation>Einfache Anordnung der Gewichte, GPU falls vorhanden</translation>
    </message>
    <message>
        <source>Plain weight layouts, no GPU</source>
        <translation>Einfache Anordnung der Gewichte, keine GPU</translation>
    </message>
    <message>
        <source>backend {name}</source>
        <translation>Backend {name}</translation>
    </message>
    <message>
        <source>driver {name}</source>
        <translation>Treiber {name}</translation>
    </message>
    <message>
        <source>{free} of {total} free</source>
        <translation>{free} von {total} frei</translation>
    </message>
    <message>
        <source>weights {weights} + KV cache {cache} + compute {compute} = {together}</source>
        <translation>Gewichte {weights} + KV-Cache {cache} + Berechnung {compute} = {together}</translation>
    </message>
    <message>
        <source>{n} of {n_all} layers, output included</source>
        <translation>{n} von {n_all} Schichten, einschließlich Ausgabe</translation>
    </message>
    <message>
        <source>{ms} ms round trip</source>
        <translation>{ms} ms hin und zurück</translation>
    </message>
    <message>
        <source>Another machine</source>
        <translation>Anderer Computer</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Try the GPU again</source>
        <translation>GPU erneut versuchen</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Loaded model</source>
        <translation>Geladenes Modell</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Self-test</source>
        <translation>Selbsttest</translation>
    </message>
    <message>
        <source>Hearth uses a configuration only after it has worked in a separate process.</source>
        <translation>Hearth nutzt eine Konfiguration erst, wenn sie in einem eigenen Prozess funktioniert hat.</translation>
    </message>
    <message>
        <source>This build</source>
        <translation>Dieser Build</translation>
    </message>
    <message>
        <source>Other builds</source>
        <translation>Andere Builds</translation>
    </message>
    <message>
        <source>Each is a single command; run it in Hearth&apos;s source folder.</source>
        <translation>Jeder ist ein einzelner Befehl; führen Sie ihn im Quellcode-Ordner von Hearth aus.</translation>
    </message>
    <message>
        <source>Files and folders</source>
        <translation>Dateien und Ordner</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Filter by name or title</source>
        <translation>Nach Name oder Titel filtern</translation>
    </message>
    <message>
        <source>Files read</source>
        <translation>Gelesene Dateien</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird ermittelt…</translation>
    </message>
    <message>
        <source>{files}, about {tokens}</source>
        <translation>{files}, etwa {tokens}</translation>
    </message>
    <message>
        <source>Hearth looks at {files} at most; the others are left out.</source>
        <translation>Hearth sieht höchstens {files} an; die übrigen bleiben außen vor.</translation>
    </message>
    <message>
        <source>Reading {n} of {all}: {name}</source>
        <translation>{n} von {all} wird gelesen: {name}</translation>
    </message>
    <message>
        <source>Looking through your files…</source>
        <translation>Ihre Dateien werden durchgesehen…</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Remove from the list…</source>
        <translation>Von der Liste nehmen…</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>Text anzeigen</translation>
    </message>
    <message>
        <source>Hearth reads these files and folders, and finds passages in them for your questions. The files stay where they are, as they are.</source>
        <translation>Hearth liest diese Dateien und Ordner und findet darin Textstellen zu Ihren Fragen. Die Dateien bleiben unverändert, wo sie sind.</translation>
    </message>
    <message>
        <source>List files and folders here, and ask about them in a chat: Hearth finds the passages that fit your question.
You can also drop them on this page.</source>
        <translation>Listen Sie hier Dateien und Ordner auf und fragen Sie in einem Chat danach: Hearth findet die Textstellen, die zu Ihrer Frage passen.
Sie können sie auch auf diese Seite ziehen.</translation>
    </message>
    <message>
        <source>This file lies in a folder that is listed; only the folder can be removed</source>
        <translation>Diese Datei liegt in einem aufgelisteten Ordner; nur der Ordner kann von der Liste genommen werden</translation>
    </message>
    <message>
        <source>Keep read for new chats</source>
        <translation>Für neue Chats gelesen halten</translation>
    </message>
    <message>
        <source>Add {name} to your documents</source>
        <translation>{name} zu Ihren Dokumenten hinzufügen</translation>
    </message>
    <message>
        <source>Add {files} to your documents</source>
        <translation>{files} zu Ihren Dokumenten hinzufügen</translation>
    </message>
    <message>
        <source>Set its GPU layers, and more</source>
        <translation>GPU-Schichten und mehr festlegen</translation>
    </message>
    <message>
        <source>Measure prompt and generation speed</source>
        <translation>Geschwindigkeit beim Lesen und Schreiben messen</translation>
    </message>
    <message>
        <source>Load a model on this machine to measure how fast it is</source>
        <translation>Laden Sie ein Modell auf diesem Computer, um zu messen, wie schnell es ist</translation>
    </message>
    <message>
        <source>Discard the self-test result, test again, and reload the model</source>
        <translation>Die Ergebnisse des Selbsttests verwerfen, erneut testen und das Modell neu laden</translation>
    </message>
    <message>
        <source>The hardware that Hearth can and cannot use to run models on this computer.</source>
        <translation>Die Hardware, die Hearth auf diesem Computer für Modelle nutzen kann und nicht nutzen kann.</translation>
    </message>
    <message>
        <source>Address and key</source>
        <translation>Adresse und Schlüssel</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Die Adresse kopieren</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>Den Schlüssel anzeigen</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>Den Schlüssel kopieren</translation>
    </message>
    <message>
        <source>New key…</source>
        <translation>Neuer Schlüssel…</translation>
    </message>
    <message>
        <source>Create a new key</source>
        <translation>Neuen Schlüssel erzeugen</translation>
    </message>
    <message>
        <source>Programs with the old key will be refused</source>
        <translation>Programme mit dem alten Schlüssel werden dann abgewiesen</translation>
    </message>
    <message>
        <source>Use with…</source>
        <translation>Verwenden mit…</translation>
    </message>
    <message>
        <source>Use with a program</source>
        <translation>Mit einem Programm verwenden</translation>
    </message>
    <message>
        <source>Copy the command that starts a program with this model</source>
        <translation>Den Befehl kopieren, der ein Programm mit diesem Modell startet</translation>
    </message>
    <message>
        <source>Copied: {text}</source>
        <translation>Kopiert: {text}</translation>
    </message>
    <message>
        <source>Set up a program…</source>
        <translation>Programm einrichten…</translation>
    </message>
    <message>
        <source>Set up a program</source>
        <translation>Programm einrichten</translation>
    </message>
    <message>
        <source>Configuration to paste for curl, Python, Zed, Continue and others</source>
        <translation>Konfiguration zum Einfügen für curl, Python, Zed, Continue und andere</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Hidden until you show it</source>
        <translation>Verborgen, bis Sie ihn anzeigen</translation>
    </message>
    <message>
        <source>Hide the key</source>
        <translation>Den Schlüssel verbergen</translation>
    </message>
    <message>
        <source>Copy the command for {backend}</source>
        <translation>Befehl für {backend} kopieren</translation>
    </message>
    <message>
        <source>The model is being reloaded, with a new self-test.</source>
        <translation>Das Modell wird mit neuem Selbsttest neu geladen.</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>The speed was not measured.</source>
        <translation>Die Geschwindigkeit wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>Wait until the running answers have finished.</source>
        <translation>Abwarten, bis die laufenden Antworten fertig sind.</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Messung läuft…</translation>
    </message>
    <message>
        <source>Show chat list</source>
        <translation>Chat-Liste einblenden</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Hearth is already running, but does not respond.</source>
        <translation>Hearth läuft bereits, reagiert aber nicht.</translation>
    </message>
    <message>
        <source>No second window was opened; your chats are untouched.</source>
        <translation>Es wurde kein zweites Fenster geöffnet; die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Wait a moment, or close that Hearth (it may be on another computer that shares this folder), then start it again.</source>
        <translation>Warten Sie einen Moment oder schließen Sie das andere Hearth (es läuft womöglich auf einem anderen Computer, der diesen Ordner mitnutzt), und starten Sie Hearth erneut.</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>Webseite (HTML)</translation>
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
        <translation>Text, den jeder Editor öffnet. Code und Formeln behalten ihre Quellform.</translation>
    </message>
    <message>
        <source>One file for the browser, with colours and formulas. It works offline.</source>
        <translation>Eine Datei für den Browser, mit Farben und Formeln. Funktioniert offline.</translation>
    </message>
    <message>
        <source>Pages to print or share.</source>
        <translation>Seiten zum Drucken oder Teilen.</translation>
    </message>
    <message>
        <source>Everything, including all versions of messages. Hearth can import it again.</source>
        <translation>Alles, auch alle Versionen der Nachrichten. Hearth kann es wieder importieren.</translation>
    </message>
    <message>
        <source>Everything, including all versions of messages and the picture and sound files. Hearth can import it again.</source>
        <translation>Alles, auch alle Versionen der Nachrichten und die Bild- und Tondateien. Hearth kann es wieder importieren.</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
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
        <translation>Chat exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>Each chat becomes a file in the folder you choose.</source>
        <translation>Jeder Chat wird zu einer Datei in dem Ordner, den Sie wählen.</translation>
    </message>
    <message>
        <source>JSON with pictures and sounds (ZIP)</source>
        <translation>JSON mit Bildern und Tönen (ZIP)</translation>
    </message>
    <message>
        <source>ZIP archives (*.zip)</source>
        <translation>ZIP-Archive (*.zip)</translation>
    </message>
    <message>
        <source>Hearth chats</source>
        <translation>Hearth-Chats</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>Wird exportiert…</translation>
    </message>
    <message>
        <source>The chats were not exported.</source>
        <translation>Die Chats wurden nicht exportiert.</translation>
    </message>
    <message>
        <source>You stopped the export; nothing was exported.</source>
        <translation>Sie haben den Export gestoppt; es wurde nichts exportiert.</translation>
    </message>
    <message>
        <source>{chats} exported to {path}</source>
        <translation>{chats} exportiert nach {path}</translation>
    </message>
    <message>
        <source>You stopped the export before it was complete.</source>
        <translation>Sie haben den Export gestoppt, bevor er vollständig war.</translation>
    </message>
    <message>
        <source>{chats} had been deleted in the meantime.</source>
        <translation>Inzwischen gelöscht: {chats}.</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Gefundener Inhalt</translation>
    </message>
    <message>
        <source>Import chats again even if they are already here</source>
        <translation>Chats erneut importieren, auch wenn sie schon hier sind</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>{name} wird gelesen…</translation>
    </message>
    <message>
        <source>Reading {name} and {n} more…</source>
        <translation>{name} und {n} weitere werden gelesen…</translation>
    </message>
    <message>
        <source>Nothing can be imported.</source>
        <translation>Es lässt sich nichts importieren.</translation>
    </message>
    <message>
        <source>{chats} with {messages} can be imported. Nothing has been added yet.</source>
        <translation>Importierbar: {chats} mit {messages}. Noch wurde nichts hinzugefügt.</translation>
    </message>
    <message>
        <source>and {chats} more</source>
        <translation>und noch {chats}</translation>
    </message>
    <message>
        <source>Import {chats}</source>
        <translation>{chats} importieren</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>Nichts Neues</translation>
    </message>
    <message>
        <source>{program}: {chats}</source>
        <translation>{program}: {chats}</translation>
    </message>
    <message>
        <source>Already here: {chats}</source>
        <translation>Bereits vorhanden: {chats}</translation>
    </message>
    <message>
        <source>Unreadable: {n}</source>
        <translation>Nicht lesbar: {n}</translation>
    </message>
    <message>
        <source>Files with damaged text: {n}</source>
        <translation>Dateien mit beschädigtem Text: {n}</translation>
    </message>
    <message>
        <source>Importing… You can keep chatting.</source>
        <translation>Import läuft… Sie können weiter chatten.</translation>
    </message>
    <message>
        <source>Nothing was imported.</source>
        <translation>Es wurde nichts importiert.</translation>
    </message>
    <message>
        <source>{chats} with {messages} imported.</source>
        <translation>{chats} mit {messages} importiert.</translation>
    </message>
    <message>
        <source>You stopped the import; the other chats were not imported.</source>
        <translation>Sie haben den Import gestoppt; die anderen Chats wurden nicht importiert.</translation>
    </message>
    <message>
        <source>{title} · {messages} · already here</source>
        <translation>{title} · {messages} · bereits vorhanden</translation>
    </message>
    <message>
        <source>{title} · {messages}</source>
        <translation>{title} · {messages}</translation>
    </message>
    <message>
        <source>Cannot read {name}. {reason}</source>
        <translation>Nicht lesbar: {name}. {reason}</translation>
    </message>
    <message>
        <source>and {n} more unreadable</source>
        <translation>und {n} weitere nicht lesbare</translation>
    </message>
    <message>
        <source>Same words in:</source>
        <translation>Gleicher Wortlaut in:</translation>
    </message>
    <message>
        <source>Passages:</source>
        <translation>Textstellen:</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Answer</source>
        <comment>who wrote it</comment>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Tool</source>
        <comment>who wrote it</comment>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>{name} (file missing)</source>
        <translation>{name} (Datei fehlt)</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Minimal effort</source>
        <translation>Minimaler Aufwand</translation>
    </message>
    <message>
        <source>Low effort</source>
        <translation>Geringer Aufwand</translation>
    </message>
    <message>
        <source>Medium effort</source>
        <translation>Mittlerer Aufwand</translation>
    </message>
    <message>
        <source>High effort</source>
        <translation>Hoher Aufwand</translation>
    </message>
    <message>
        <source>Maximum effort</source>
        <translation>Höchster Aufwand</translation>
    </message>
    <message>
        <source>Thinking: {choice}</source>
        <translation>Nachdenken: {choice}</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Gedankengang</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>The default of the model&apos;s chat template</source>
        <translation>Die Vorgabe der Chat-Vorlage des Modells</translation>
    </message>
    <message>
        <source>If the chat template puts this at the beginning, the model rereads the chat</source>
        <translation>Wenn die Chat-Vorlage das an den Anfang setzt, liest das Modell den Chat neu</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird gestoppt…</translation>
    </message>
    <message>
        <source>Models on this machine</source>
        <translation>Modelle auf diesem Computer</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Move to {trash}</source>
        <translation>In den {trash} verschieben</translation>
    </message>
    <message>
        <source>Also show the rest of that folder</source>
        <translation>Auch den Rest dieses Ordners zeigen</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>Modelle werden gesucht…</translation>
    </message>
    <message>
        <source>No models yet.
Add a folder with GGUF files, or get a model.</source>
        <translation>Noch keine Modelle.
Fügen Sie einen Ordner mit GGUF-Dateien hinzu, oder holen Sie ein Modell.</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Remove from this list</source>
        <translation>Aus dieser Liste entfernen</translation>
    </message>
    <message>
        <source>And {n} more.</source>
        <translation>Und {n} weitere.</translation>
    </message>
    <message>
        <source>Hearth uses models where they are: in your folders, and in those of other programs. It copies nothing.</source>
        <translation>Hearth verwendet Modelle dort, wo sie sind: in Ihren Ordnern und in denen anderer Programme. Es kopiert nichts.</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <source>Search models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Delete it in {program}, which manages it</source>
        <translation>In {program} löschen, wo es verwaltet wird</translation>
    </message>
    <message>
        <source>Moved {name} to the {trash}</source>
        <translation>{name} in den {trash} verschoben</translation>
    </message>
    <message>
        <source>{name} is loaded.</source>
        <translation>{name} ist geladen.</translation>
    </message>
    <message>
        <source>It was not moved to the {trash}.</source>
        <translation>Es wurde nicht in den {trash} verschoben.</translation>
    </message>
    <message>
        <source>Open another model first.</source>
        <translation>Zuerst ein anderes Modell öffnen.</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>More parameters: more knowledge, but slower</source>
        <translation>Mehr Parameter: mehr Wissen, aber langsamer</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>Bits per weight</source>
        <translation>Bit pro Gewicht</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>The context length, in tokens, that the model was trained for</source>
        <translation>Die Kontextlänge in Token, für die das Modell trainiert wurde</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Total file size</source>
        <translation>Gesamtgröße der Dateien</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Eignung</translation>
    </message>
    <message>
        <source>Whether it fits in the memory that is free now</source>
        <translation>Ob es in den derzeit freien Speicher passt</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Where Hearth found the model</source>
        <translation>Wo Hearth das Modell gefunden hat</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Geladen</translation>
    </message>
    <message>
        <source>opened by you</source>
        <translation>von Ihnen geöffnet</translation>
    </message>
    <message>
        <source>{n_used} of {n_all} experts per token</source>
        <translation>{n_used} von {n_all} Experten pro Token</translation>
    </message>
    <message>
        <source>no chat template: it continues text instead of answering</source>
        <translation>keine Chat-Vorlage: setzt Texte fort, statt zu antworten</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Write email</source>
        <translation>E-Mail schreiben</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Open this link?</source>
        <translation>Diesen Link öffnen?</translation>
    </message>
    <message>
        <source>Email to {address}</source>
        <translation>E-Mail an {address}</translation>
    </message>
    <message>
        <source>Hearth does not open this kind of address.</source>
        <translation>Hearth öffnet keine Adressen dieser Art.</translation>
    </message>
    <message>
        <source>Its name is encoded as “{name}”; its letters may look like others.</source>
        <translation>Der Name ist als „{name}“ codiert; seine Buchstaben können anderen ähneln.</translation>
    </message>
    <message>
        <source>Its name has characters that cannot be shown, and may look like another.</source>
        <translation>Der Name enthält Zeichen, die nicht darstellbar sind, und kann einem anderen ähneln.</translation>
    </message>
    <message>
        <source>“{name}” before the “@” is a user name, not the site.</source>
        <translation>„{name}“ vor dem „@“ ist ein Benutzername, nicht die Website.</translation>
    </message>
    <message>
        <source>&amp;Maximum on disk</source>
        <translation>&amp;Höchstens gespeichert</translation>
    </message>
    <message>
        <source>Maximum &amp;written per day</source>
        <translation>Höchstens &amp;pro Tag geschrieben</translation>
    </message>
    <message>
        <source>Automatic ({size})</source>
        <translation>Automatisch ({size})</translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source>Delete stored memory</source>
        <translation>Chat-Gedächtnis löschen</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>Andere Modelle</translation>
    </message>
    <message>
        <source>{used} of {budget}</source>
        <translation>{used} von {budget}</translation>
    </message>
    <message>
        <source>{written} written today · {free} free on this disk</source>
        <translation>Heute geschrieben: {written} · auf diesem Datenträger frei: {free}</translation>
    </message>
    <message>
        <source>Stored memory of each chat and document</source>
        <translation>Gespeichertes Gedächtnis der einzelnen Chats und Dokumente</translation>
    </message>
    <message>
        <source>Storage used</source>
        <translation>Belegter Speicherplatz</translation>
    </message>
    <message>
        <source>Hearth stores the KV cache of your chats, and of documents that you keep read, on disk, so that a chat continues at once. If you delete it, the next answer takes longer, but no message is lost.</source>
        <translation>Hearth speichert den KV-Cache Ihrer Chats und der Dokumente, die Sie gelesen halten, auf dem Datenträger, damit ein Chat sofort weitergeht. Wenn Sie ihn löschen, dauert die nächste Antwort länger, aber keine Nachricht geht verloren.</translation>
    </message>
    <message>
        <source>Another Hearth window manages the memory; you cannot change it here.</source>
        <translation>Ein anderes Hearth-Fenster verwaltet das Gedächtnis; hier können Sie es nicht ändern.</translation>
    </message>
    <message>
        <source>Nothing is stored yet.
The memory of your chats will appear here.</source>
        <translation>Noch ist nichts gespeichert.
Hier erscheint das Gedächtnis der Chats.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>First word</source>
        <translation>Erstes Wort</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Time to the first token, measured on this machine</source>
        <translation>Zeit bis zum ersten Token, auf diesem Computer gemessen</translation>
    </message>
    <message>
        <source>Store the memory of this chat</source>
        <translation>Das Gedächtnis dieses Chats speichern</translation>
    </message>
    <message>
        <source>In memory</source>
        <translation>Im Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Must be read first</source>
        <translation>Muss erst gelesen werden</translation>
    </message>
    <message>
        <source>Deleted chat</source>
        <translation>Gelöschter Chat</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>Chat or document</source>
        <translation>Chat oder Dokument</translation>
    </message>
    <message>
        <source>Size of the stored memory; shared parts count for each chat and document</source>
        <translation>Größe des gespeicherten Gedächtnisses; gemeinsame Teile zählen bei jedem Chat und Dokument</translation>
    </message>
    <message>
        <source>Never delete this to free space; keep a document read for new chats</source>
        <translation>Nie löschen, um Platz zu schaffen; ein Dokument für neue Chats gelesen halten</translation>
    </message>
    <message>
        <source>{size} of it shared with other chats</source>
        <translation>{size} davon mit anderen Chats geteilt</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>as text</source>
        <translation>als Text</translation>
    </message>
    <message>
        <source>… {n} more characters; Copy includes all of them.</source>
        <translation>… {n} weitere Zeichen; „Kopieren“ enthält alle.</translation>
    </message>
    <message>
        <source>&amp;Add adapter…</source>
        <translation>&amp;Adapter hinzufügen…</translation>
    </message>
    <message>
        <source>A LoRA adapter changes the style of a model; 1 is full strength.</source>
        <translation>Ein LoRA-Adapter verändert den Stil eines Modells; 1 ist volle Stärke.</translation>
    </message>
    <message>
        <source>Scale of {name}</source>
        <translation>Stärke von {name}</translation>
    </message>
    <message>
        <source>{device} (not found)</source>
        <translation>{device} (nicht gefunden)</translation>
    </message>
    <message>
        <source>Main GPU</source>
        <translation>Haupt-GPU</translation>
    </message>
    <message>
        <source>Hearth fills the main GPU first. Shares set the ratio of layers, such as 3 to 1; without any, each GPU gets as many as fit.</source>
        <translation>Hearth füllt zuerst die Haupt-GPU. Anteile legen das Verhältnis der Schichten fest, etwa 3 zu 1; ohne Angabe erhält jede GPU so viele, wie passen.</translation>
    </message>
    <message>
        <source>Main &amp;GPU</source>
        <translation>&amp;Haupt-GPU</translation>
    </message>
    <message>
        <source>No share</source>
        <translation>Kein Anteil</translation>
    </message>
    <message>
        <source>Share of {device}</source>
        <translation>Anteil von {device}</translation>
    </message>
    <message>
        <source>{device} ({name})</source>
        <translation>{device} ({name})</translation>
    </message>
    <message>
        <source>As many as fit</source>
        <translation>So viele wie möglich</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>&amp;Draft model</source>
        <translation>&amp;Entwurfsmodell</translation>
    </message>
    <message>
        <source>{name} ({size})</source>
        <translation>{name} ({size})</translation>
    </message>
    <message>
        <source>No draft model</source>
        <translation>Kein Entwurfsmodell</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Looking for small models with the same vocabulary…</source>
        <translation>Kleine Modelle mit demselben Vokabular werden gesucht…</translation>
    </message>
    <message>
        <source>The file beside this model proposes the next tokens; this model verifies them</source>
        <translation>Die Datei neben diesem Modell schlägt die nächsten Token vor; das Modell prüft sie</translation>
    </message>
    <message>
        <source>This machine has no smaller model with the same vocabulary</source>
        <translation>Auf diesem Computer ist kein kleineres Modell mit demselben Vokabular</translation>
    </message>
    <message>
        <source>A small model that proposes the next tokens; this model verifies them, so answers are faster but unchanged</source>
        <translation>Ein kleines Modell, das die nächsten Token vorschlägt; dieses Modell prüft sie, sodass Antworten schneller, aber unverändert sind</translation>
    </message>
    <message>
        <source>At most…</source>
        <translation>Höchstens…</translation>
    </message>
    <message>
        <source>At m&amp;ost</source>
        <translation>Höchste&amp;ns</translation>
    </message>
    <message>
        <source>Most layers on the GPU</source>
        <translation>Höchstzahl der Schichten auf der GPU</translation>
    </message>
    <message>
        <source>The other layers run on the processor</source>
        <translation>Die übrigen Schichten laufen auf dem Prozessor</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>Mapped</source>
        <translation>Bei Bedarf gelesen</translation>
    </message>
    <message>
        <source>Locked in memory</source>
        <translation>Im Arbeitsspeicher gesperrt</translation>
    </message>
    <message>
        <source>Read at startup</source>
        <translation>Beim Start gelesen</translation>
    </message>
    <message>
        <source>&amp;Flash attention</source>
        <translation>&amp;Flash Attention</translation>
    </message>
    <message>
        <source>Keep sliding windows &amp;whole</source>
        <translation>Gleitende Fenster &amp;vollständig behalten</translation>
    </message>
    <message>
        <source>&amp;Context size</source>
        <translation>&amp;Kontextgröße</translation>
    </message>
    <message>
        <source>Tokens that the model can consider</source>
        <translation>Token, die das Modell berücksichtigen kann</translation>
    </message>
    <message>
        <source>&amp;Layers on the GPU</source>
        <translation>&amp;Schichten auf der GPU</translation>
    </message>
    <message>
        <source>&amp;KV cache</source>
        <translation>KV-&amp;Cache</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>&amp;Threads</translation>
    </message>
    <message>
        <source>“Automatic” uses half as many on battery</source>
        <translation>„Automatisch“ nimmt im Akkubetrieb halb so viele Threads</translation>
    </message>
    <message>
        <source>Weig&amp;hts</source>
        <translation>&amp;Gewichte</translation>
    </message>
    <message>
        <source>“Mapped” reads weights from disk on demand, and again when memory runs short. “Read at startup” copies them into memory.</source>
        <translation>„Bei Bedarf gelesen“ liest Gewichte bei Bedarf vom Datenträger, und nach Speichermangel erneut. „Beim Start gelesen“ kopiert sie in den Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Faster on GPUs, with less memory; without a GPU, used where it helps</source>
        <translation>Auf GPUs schneller und sparsamer im Speicher; ohne GPU nutzt Hearth es, wo es hilft</translation>
    </message>
    <message>
        <source>Going back in a chat needs no rereading, but more memory</source>
        <translation>Zurückgehen im Chat braucht kein erneutes Lesen, aber mehr Speicher</translation>
    </message>
    <message>
        <source>“None” keeps the model on the processor</source>
        <translation>„Keine“ belässt das Modell auf dem Prozessor</translation>
    </message>
    <message>
        <source>On {gpus}; “None” keeps the model on the processor</source>
        <translation>Auf {gpus}; „Keine“ belässt das Modell auf dem Prozessor</translation>
    </message>
    <message>
        <source>8 bits halve the size of a chat in memory and on disk, at a small cost in precision.</source>
        <translation>8 Bit halbieren die Größe eines Chats im Speicher und auf dem Datenträger, auf Kosten von etwas Genauigkeit.</translation>
    </message>
    <message>
        <source>Settings for {model}</source>
        <translation>Einstellungen für {model}</translation>
    </message>
    <message>
        <source>Save and reload</source>
        <translation>Speichern und neu laden</translation>
    </message>
    <message>
        <source>Save and load</source>
        <translation>Speichern und laden</translation>
    </message>
    <message>
        <source>Checking whether it fits…</source>
        <translation>Es wird geprüft, ob es passt…</translation>
    </message>
    <message>
        <source>Memory and speed</source>
        <translation>Speicher und Geschwindigkeit</translation>
    </message>
    <message>
        <source>Several GPUs</source>
        <translation>Mehrere GPUs</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>Other machines (RPC addresses)</source>
        <translation>Andere Computer (RPC-Adressen)</translation>
    </message>
    <message>
        <source>8 bits save {size} with this context.</source>
        <translation>8 Bit sparen bei diesem Kontext {size}.</translation>
    </message>
    <message>
        <source>8 bits save {size} with this context, about {chat} of it for the open chat.</source>
        <translation>8 Bit sparen bei diesem Kontext {size}, davon etwa {chat} für den geöffneten Chat.</translation>
    </message>
    <message>
        <source>This does not include memory on other machines.</source>
        <translation>Der Speicher auf anderen Computern ist nicht mitgezählt.</translation>
    </message>
    <message>
        <source>Be brief.</source>
        <translation>Fasse dich kurz.</translation>
    </message>
    <message>
        <source>Good morning!</source>
        <translation>Guten Morgen!</translation>
    </message>
    <message>
        <source>Good morning. What can I do for you?</source>
        <translation>Guten Morgen. Was kann ich für dich tun?</translation>
    </message>
    <message>
        <source>Tell me a joke.</source>
        <translation>Erzähl mir einen Witz.</translation>
    </message>
    <message>
        <source>Hearth uses the template in the model file.</source>
        <translation>Hearth verwendet die Vorlage in der Modelldatei.</translation>
    </message>
    <message>
        <source>&amp;Insert the model&apos;s own</source>
        <translation>Vorlage des Modells &amp;einfügen</translation>
    </message>
    <message>
        <source>The prompt that the template makes from a short chat</source>
        <translation>Der Prompt, den die Vorlage aus einem kurzen Chat macht</translation>
    </message>
    <message>
        <source>Chat te&amp;mplate</source>
        <translation>Chat-Vor&amp;lage</translation>
    </message>
    <message>
        <source>A Jinja template that turns a chat into a prompt. Change it only if the one in the model file is wrong.</source>
        <translation>Eine Jinja-Vorlage, die aus einem Chat einen Prompt macht. Ändern Sie sie nur, wenn die in der Modelldatei falsch ist.</translation>
    </message>
    <message>
        <source>This text is too long for a chat template; nothing was inserted.</source>
        <translation>Dieser Text ist zu lang für eine Chat-Vorlage; es wurde nichts eingefügt.</translation>
    </message>
    <message>
        <source>{model} answered in this chat.</source>
        <translation>{model} hat in diesem Chat geantwortet.</translation>
    </message>
    <message>
        <source>Switch back to {model}</source>
        <translation>Zurück zu {model}</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>{model} laden</translation>
    </message>
    <message>
        <source>{model} answered in this chat, but its server was removed.</source>
        <translation>{model} hat in diesem Chat geantwortet, aber sein Server wurde entfernt.</translation>
    </message>
    <message>
        <source>{model} can continue, but must first read the chat.</source>
        <translation>{model} kann ihn fortsetzen, muss ihn aber zuerst lesen.</translation>
    </message>
    <message>
        <source>{model} can continue, but must first read the chat (about {time}).</source>
        <translation>{model} kann ihn fortsetzen, muss ihn aber zuerst lesen (etwa {time}).</translation>
    </message>
    <message>
        <source>It runs on {server}, which then reads the chat.</source>
        <translation>Es läuft auf {server}, das dann den Chat liest.</translation>
    </message>
    <message>
        <source>The loaded model can continue it: {server} then reads the chat.</source>
        <translation>Das geladene Modell kann ihn fortsetzen: {server} liest dann den Chat.</translation>
    </message>
    <message>
        <source>{model} answered in this chat, but is no longer on this machine.</source>
        <translation>{model} hat in diesem Chat geantwortet, ist aber nicht mehr auf diesem Computer.</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>Anderes wählen…</translation>
    </message>
    <message>
        <source>Any other model can continue it.</source>
        <translation>Jedes andere Modell kann ihn fortsetzen.</translation>
    </message>
    <message>
        <source>Built in and tiny: only knows about Hearth.</source>
        <translation>Eingebaut und winzig: kennt nur Hearth.</translation>
    </message>
    <message>
        <source>Testing this machine</source>
        <translation>Computer wird getestet</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Wird geladen</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Wird vorbereitet</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>Modell wird geladen</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>No model loaded</source>
        <translation>Kein Modell geladen</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindet</translation>
    </message>
    <message>
        <source>Model {name}</source>
        <translation>Modell {name}</translation>
    </message>
    <message>
        <source>{model} (unloaded)</source>
        <translation>{model} (entladen)</translation>
    </message>
    <message>
        <source>Hearth reloads this model as soon as you write.</source>
        <translation>Hearth lädt dieses Modell neu, sobald Sie schreiben.</translation>
    </message>
    <message>
        <source>Recent models</source>
        <translation>Zuletzt verwendete Modelle</translation>
    </message>
    <message>
        <source>{n} parameters</source>
        <translation>{n} Parameter</translation>
    </message>
    <message>
        <source>Context of {tokens}, trained for {most}</source>
        <translation>Kontext von {tokens}, trainiert für {most}</translation>
    </message>
    <message>
        <source>{n} of {n_layers} layers on the GPU</source>
        <translation>{n} von {n_layers} Schichten auf der GPU</translation>
    </message>
    <message>
        <source>{device}: {free} of {total} free</source>
        <translation>{device}: {free} von {total} frei</translation>
    </message>
    <message>
        <source>The memory of this model cannot be stored</source>
        <translation>Das Chat-Gedächtnis dieses Modells kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>This model cannot compute several tokens at once</source>
        <translation>Dieses Modell kann nicht mehrere Token auf einmal berechnen</translation>
    </message>
    <message>
        <source>Draft model: {name}</source>
        <translation>Entwurfsmodell: {name}</translation>
    </message>
    <message>
        <source>In another program on this machine</source>
        <translation>In einem anderen Programm auf diesem Computer</translation>
    </message>
    <message>
        <source>Sees pictures and hears sounds</source>
        <translation>Sieht Bilder und hört Töne</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Sieht Bilder</translation>
    </message>
    <message>
        <source>Hears sounds</source>
        <translation>Hört Töne</translation>
    </message>
    <message>
        <source>Sees and hears with {name}</source>
        <translation>Sieht und hört mit {name}</translation>
    </message>
    <message>
        <source>Open it now</source>
        <translation>Jetzt öffnen</translation>
    </message>
    <message>
        <source>Keep answering</source>
        <translation>Weiter antworten lassen</translation>
    </message>
    <message>
        <source>Open {model} now?</source>
        <translation>{model} jetzt öffnen?</translation>
    </message>
    <message>
        <source>Unload the model now?</source>
        <translation>Modell jetzt entladen?</translation>
    </message>
    <message>
        <source>Unload it now</source>
        <translation>Jetzt entladen</translation>
    </message>
    <message>
        <source>This stops the running answer; its text so far is kept.</source>
        <translation>Das stoppt die laufende Antwort; ihr bisheriger Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>{answers} are running. This stops them; their text so far is kept.</source>
        <translation>{answers} laufen gerade. Sie werden gestoppt; ihr bisheriger Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Close notice</source>
        <translation>Hinweis schließen</translation>
    </message>
    <message>
        <source>Choose a date</source>
        <translation>Datum wählen</translation>
    </message>
    <message>
        <source>Choose a date (Alt+Down)</source>
        <translation>Datum wählen (Alt+Pfeil nach unten)</translation>
    </message>
    <message>
        <source>Previous month</source>
        <translation>Vorheriger Monat</translation>
    </message>
    <message>
        <source>Next month</source>
        <translation>Nächster Monat</translation>
    </message>
    <message>
        <source>{field} (required)</source>
        <translation>{field} (erforderlich)</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Insert (Enter); Shift+Enter starts a new line in a text</source>
        <translation>Einfügen (Enter); Umschalt+Enter beginnt in einem Text eine neue Zeile</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>Abbrechen (Esc)</translation>
    </message>
    <message>
        <source>{field}: {why}</source>
        <translation>{field}: {why}</translation>
    </message>
    <message>
        <source>{number} is too large; using {nearest}.</source>
        <translation>{number} ist zu groß; verwendet wird {nearest}.</translation>
    </message>
    <message>
        <source>{number} is too small; using {nearest}.</source>
        <translation>{number} ist zu klein; verwendet wird {nearest}.</translation>
    </message>
    <message>
        <source>Choose a number from {range}.</source>
        <translation>Eine Zahl im Bereich {range} wählen.</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>not available now</source>
        <translation>zurzeit nicht verfügbar</translation>
    </message>
    <message>
        <source>Search actions, chats, settings and models</source>
        <translation>Aktionen, Chats, Einstellungen und Modelle suchen</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>update upgrade version licence license</source>
        <translation>Update Aktualisierung Version Lizenz</translation>
    </message>
    <message>
        <source>openai server local http</source>
        <translation>openai Server lokal http</translation>
    </message>
    <message>
        <source>system prompt temperature sampling parameters</source>
        <translation>Systemprompt Temperatur Sampling Parameter</translation>
    </message>
    <message>
        <source>backup save</source>
        <translation>Backup Sicherung sichern speichern</translation>
    </message>
    <message>
        <source>save print pdf markdown</source>
        <translation>speichern drucken pdf markdown</translation>
    </message>
    <message>
        <source>backup data directory move location</source>
        <translation>Backup Sicherung Daten Verzeichnis verschieben Ort</translation>
    </message>
    <message>
        <source>download hugging face new</source>
        <translation>herunterladen Download hugging face neu</translation>
    </message>
    <message>
        <source>gpu vram graphics card cpu processor ram speed cuda vulkan</source>
        <translation>gpu vram Grafikkarte cpu Prozessor ram Arbeitsspeicher Geschwindigkeit cuda vulkan</translation>
    </message>
    <message>
        <source>chatgpt claude restore</source>
        <translation>chatgpt claude wiederherstellen</translation>
    </message>
    <message>
        <source>gguf files ollama switch change</source>
        <translation>gguf Dateien ollama wechseln ändern</translation>
    </message>
    <message>
        <source>cache kv disk storage</source>
        <translation>Cache kv Festplatte Speicherplatz</translation>
    </message>
    <message>
        <source>gpu vram layers context lora adapters template threads</source>
        <translation>gpu vram Schichten Kontext lora Adapter Vorlage Threads</translation>
    </message>
    <message>
        <source>private incognito</source>
        <translation>privat inkognito</translation>
    </message>
    <message>
        <source>templates snippets</source>
        <translation>Vorlagen Textbausteine</translation>
    </message>
    <message>
        <source>remote openai ollama cloud</source>
        <translation>entfernt openai ollama Cloud</translation>
    </message>
    <message>
        <source>preferences options configuration</source>
        <translation>Einstellungen Optionen Konfiguration</translation>
    </message>
    <message>
        <source>keys hotkeys help</source>
        <translation>Tasten Tastenkürzel Hilfe</translation>
    </message>
    <message>
        <source>ram vram memory free eject</source>
        <translation>ram vram Arbeitsspeicher freigeben auswerfen</translation>
    </message>
    <message>
        <source>zoom font size bigger</source>
        <translation>zoom schrift größe größer</translation>
    </message>
    <message>
        <source>zoom font size</source>
        <translation>zoom schrift größe</translation>
    </message>
    <message>
        <source>typeface letters</source>
        <translation>Schriftart Buchstaben</translation>
    </message>
    <message>
        <source>translation locale</source>
        <translation>Übersetzung Sprache</translation>
    </message>
    <message>
        <source>german</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>chinese</source>
        <translation>Chinesisch</translation>
    </message>
    <message>
        <source>dark light night mode colours colors appearance</source>
        <translation>dunkel hell Nacht Modus Farben Aussehen</translation>
    </message>
    <message>
        <source>background minimise minimize quit close</source>
        <translation>Hintergrund minimieren beenden schließen</translation>
    </message>
    <message>
        <source>font larger smaller zoom</source>
        <translation>Schrift größer kleiner Zoom</translation>
    </message>
    <message>
        <source>cache kv disk space storage</source>
        <translation>Cache kv Festplatte Platz Speicherplatz</translation>
    </message>
    <message>
        <source>ram vram length window</source>
        <translation>ram vram Länge Fenster</translation>
    </message>
    <message>
        <source>ram vram unload free</source>
        <translation>ram vram entladen freigeben</translation>
    </message>
    <message>
        <source>notifications</source>
        <translation>Benachrichtigungen Mitteilungen</translation>
    </message>
    <message>
        <source>Setting: {name}</source>
        <translation>Einstellung: {name}</translation>
    </message>
    <message>
        <source>{setting}: {choice}</source>
        <translation>{setting}: {choice}</translation>
    </message>
    <message>
        <source>now</source>
        <comment>this is chosen</comment>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>Load model: {name}</source>
        <translation>Modell laden: {name}</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message>
        <source>No prompts yet. Save one…</source>
        <translation>Noch keine Prompts. Einen speichern…</translation>
    </message>
    <message>
        <source>Prompt name</source>
        <translation>Prompt-Name</translation>
    </message>
    <message>
        <source>Prompt text</source>
        <translation>Prompt-Text</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Neuer Prompt</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Type / in the message field to use it. Hearth asks for what stands in double braces, such as {topic} or {tone}, and fills in {clipboard} and {date} itself.</source>
        <translation>Tippen Sie / im Eingabefeld, um ihn zu verwenden. Hearth fragt nach dem, was in doppelten geschweiften Klammern steht, etwa {topic} oder {tone}, und füllt {clipboard} und {date} selbst aus.</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>&amp;Text</translation>
    </message>
    <message>
        <source>Another prompt has this name. Choose a different one.</source>
        <translation>Ein anderer Prompt hat diesen Namen. Bitte einen anderen wählen.</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>„{name}“ gelöscht</translation>
    </message>
    <message>
        <source>No model can answer yet. Choose one in Hearth.</source>
        <translation>Noch kann kein Modell antworten. In Hearth eines auswählen.</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Open in Hearth</source>
        <translation>In Hearth öffnen</translation>
    </message>
    <message>
        <source>Ask a follow-up</source>
        <translation>Weiterfragen</translation>
    </message>
    <message>
        <source>Ask the model</source>
        <translation>Modell fragen</translation>
    </message>
    <message>
        <source>The system&apos;s font</source>
        <translation>Schriftart des Systems</translation>
    </message>
    <message>
        <source>{font} (not installed)</source>
        <translation>{font} (nicht installiert)</translation>
    </message>
    <message>
        <source>Reset “{setting}” to its default</source>
        <translation>„{setting}“ auf den Standardwert zurücksetzen</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>Change “{setting}”</source>
        <translation>„{setting}“ ändern</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>I accept that others in my network can read it</source>
        <translation>Ich akzeptiere, dass andere in meinem Netzwerk es lesen können</translation>
    </message>
    <message>
        <source>Remove the saved key</source>
        <translation>Gespeicherten Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Certificate file</source>
        <translation>Zertifikatsdatei</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Its models see pictures</source>
        <translation>Seine Modelle sehen Bilder</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>Server hinzufügen</translation>
    </message>
    <message>
        <source>Edit server</source>
        <translation>Server bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>&amp;Key, if required</source>
        <translation>&amp;Schlüssel, falls erforderlich</translation>
    </message>
    <message>
        <source>&amp;Certificate file, if this system does not trust the server&apos;s certificate</source>
        <translation>&amp;Zertifikatsdatei, falls dieses System dem Zertifikat des Servers nicht vertraut</translation>
    </message>
    <message>
        <source>&amp;Models, if the server does not list them: names separated by commas</source>
        <translation>&amp;Modelle, falls der Server sie nicht auflistet: Namen, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>For a server that does not report it</source>
        <translation>Für einen Server, der es nicht meldet</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>Mehr…</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Leave empty to keep the saved key.</source>
        <translation>Leer lassen, um den gespeicherten Schlüssel zu behalten.</translation>
    </message>
    <message>
        <source>Hearth saves it in the {keyring} of this system and sends it only to this server.</source>
        <translation>Hearth speichert ihn im Passwortspeicher dieses Systems ({keyring}) und sendet ihn nur an diesen Server.</translation>
    </message>
    <message>
        <source>A server with an OpenAI-compatible API, such as llama-server, vLLM or another Hearth. Hearth sends nothing before you connect.</source>
        <translation>Ein Server mit OpenAI-kompatibler API, etwa llama-server, vLLM oder ein anderes Hearth. Hearth sendet nichts, bevor Sie verbinden.</translation>
    </message>
    <message>
        <source>More about “{setting}”</source>
        <translation>Mehr zu „{setting}“</translation>
    </message>
    <message>
        <source>Set on the command line, for this run only.</source>
        <translation>Auf der Befehlszeile gesetzt, nur für diese Sitzung.</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>Settings groups</source>
        <translation>Einstellungsgruppen</translation>
    </message>
    <message>
        <source>{keys} is no longer assigned to “{action}”.</source>
        <translation>{keys} ist „{action}“ nicht mehr zugeordnet.</translation>
    </message>
    <message>
        <source>Keys for “{action}”</source>
        <translation>Tasten für „{action}“</translation>
    </message>
    <message>
        <source>Reset the keys for “{action}”</source>
        <translation>Tasten für „{action}“ zurücksetzen</translation>
    </message>
    <message>
        <source>Press keys</source>
        <translation>Tasten drücken</translation>
    </message>
    <message>
        <source>{keys} alone is needed for typing.</source>
        <translation>{keys} allein wird zum Schreiben gebraucht.</translation>
    </message>
    <message>
        <source>The action keeps its previous keys.</source>
        <translation>Die Aktion behält ihre bisherigen Tasten.</translation>
    </message>
    <message>
        <source>Combine it with {modifier} or Alt.</source>
        <translation>Kombinieren Sie sie mit {modifier} oder Alt.</translation>
    </message>
    <message>
        <source>Folder name</source>
        <translation>Ordnername</translation>
    </message>
    <message>
        <source>Chat title</source>
        <translation>Chat-Titel</translation>
    </message>
    <message>
        <source>Export {chats}…</source>
        <translation>{chats} exportieren…</translation>
    </message>
    <message>
        <source>Delete {chats}</source>
        <translation>{chats} löschen</translation>
    </message>
    <message>
        <source>New chat here</source>
        <translation>Neuer Chat hier</translation>
    </message>
    <message>
        <source>Project…</source>
        <translation>Projekt…</translation>
    </message>
    <message>
        <source>Collapse folder</source>
        <translation>Ordner zuklappen</translation>
    </message>
    <message>
        <source>Expand folder</source>
        <translation>Ordner aufklappen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Delete folder, keep its chats</source>
        <translation>Ordner löschen, seine Chats behalten</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>In Ordner verschieben</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Kein Ordner</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Zurück in die Liste</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Back to the chats</source>
        <translation>Zurück zu den Chats</translation>
    </message>
    <message>
        <source>Anyone</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Any model</source>
        <translation>Jedes Modell</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Jederzeit</translation>
    </message>
    <message>
        <source>Last 12 months</source>
        <translation>Letzte 12 Monate</translation>
    </message>
    <message>
        <source>Who wrote it</source>
        <translation>Wer geschrieben hat</translation>
    </message>
    <message>
        <source>Model that answered</source>
        <translation>Modell, das geantwortet hat</translation>
    </message>
    <message>
        <source>When it was written</source>
        <translation>Wann es geschrieben wurde</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>Search in the open chat only</source>
        <translation>Nur im geöffneten Chat suchen</translation>
    </message>
    <message>
        <source>{passages} in documents</source>
        <translation>{passages} in Dokumenten</translation>
    </message>
    <message>
        <source>{author}, in {file}</source>
        <translation>{author}, in {file}</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Type a word to search for.</source>
        <translation>Ein Suchwort eingeben.</translation>
    </message>
    <message>
        <source>Nothing found in chats for {words}.</source>
        <translation>In Chats nichts gefunden zu {words}.</translation>
    </message>
    <message>
        <source>Nothing found for {words}.</source>
        <translation>Nichts gefunden zu {words}.</translation>
    </message>
    <message>
        <source>Other filters may find more.</source>
        <translation>Mit anderen Filtern gibt es womöglich mehr.</translation>
    </message>
    <message>
        <source>The newest {results}; add a word to narrow them down.</source>
        <translation>Die neuesten {results}; ein weiteres Wort grenzt sie ein.</translation>
    </message>
    <message>
        <source>{results} inside other words</source>
        <translation>{results} innerhalb anderer Wörter</translation>
    </message>
    <message>
        <source>Still indexing: {messages} left.</source>
        <translation>Index im Aufbau: noch {messages}.</translation>
    </message>
    <message>
        <source>Archived chats</source>
        <translation>Archivierte Chats</translation>
    </message>
    <message>
        <source>No archived chats.
Archived chats are hidden from the list but kept.</source>
        <translation>Keine archivierten Chats.
Archivierte Chats erscheinen nicht in der Liste, bleiben aber erhalten.</translation>
    </message>
    <message>
        <source>Hide chat list</source>
        <translation>Chat-Liste ausblenden</translation>
    </message>
    <message>
        <source>No chats yet.
Your first message starts one.</source>
        <translation>Noch keine Chats.
Die erste Nachricht beginnt einen.</translation>
    </message>
    <message>
        <source>The trash is empty.
Deleted chats stay here for 30 days.</source>
        <translation>Der Papierkorb ist leer.
Gelöschte Chats bleiben hier 30 Tage.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>Endgültig löschen…</translation>
    </message>
    <message>
        <source>Empty trash…</source>
        <translation>Papierkorb leeren…</translation>
    </message>
    <message>
        <source>Chats in the trash</source>
        <translation>Chats im Papierkorb</translation>
    </message>
    <message>
        <source>Asks this question</source>
        <translation>Stellt diese Frage</translation>
    </message>
    <message>
        <source>closed folder</source>
        <translation>geschlossener Ordner</translation>
    </message>
    <message>
        <source>open folder</source>
        <translation>offener Ordner</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>wird beantwortet</translation>
    </message>
    <message>
        <source>unread answer</source>
        <translation>ungelesene Antwort</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>in the folder {name}</source>
        <translation>im Ordner {name}</translation>
    </message>
    <message>
        <source>Unread answer</source>
        <translation>Ungelesene Antwort</translation>
    </message>
    <message>
        <source>Being answered</source>
        <translation>Wird beantwortet</translation>
    </message>
    <message>
        <source>Deleted on {when}</source>
        <translation>Gelöscht am {when}</translation>
    </message>
    <message>
        <source>Kept for {days} more</source>
        <translation>Wird noch {days} aufbewahrt</translation>
    </message>
    <message>
        <source>kept for {days} more</source>
        <translation>wird noch {days} aufbewahrt</translation>
    </message>
    <message>
        <source>The stored memory of this chat is damaged. The model will reread the chat when you send a message.</source>
        <translation>Das gespeicherte Gedächtnis dieses Chats ist beschädigt. Das Modell liest den Chat neu, wenn Sie eine Nachricht senden.</translation>
    </message>
    <message>
        <source>The memory of this model cannot be stored. It will reread the chat when you send a message.</source>
        <translation>Das Gedächtnis dieses Modells kann nicht gespeichert werden. Es liest den Chat neu, wenn Sie eine Nachricht senden.</translation>
    </message>
    <message>
        <source>Storing is switched off. The model will reread the chat when you send a message.</source>
        <translation>Das Speichern ist abgeschaltet. Das Modell liest den Chat neu, wenn Sie eine Nachricht senden.</translation>
    </message>
    <message>
        <source>something before them changed</source>
        <translation>davor hat sich etwas geändert</translation>
    </message>
    <message>
        <source>this model drops the thinking from its earlier answers</source>
        <translation>dieses Modell lässt den Gedankengang seiner früheren Antworten weg</translation>
    </message>
    <message>
        <source>the system prompt changed</source>
        <translation>der System-Prompt hat sich geändert</translation>
    </message>
    <message>
        <source>the oldest messages were left out</source>
        <translation>die ältesten Nachrichten wurden weggelassen</translation>
    </message>
    <message>
        <source>another model read them before</source>
        <translation>zuvor hat sie ein anderes Modell gelesen</translation>
    </message>
    <message>
        <source>a model setting or llama.cpp changed</source>
        <translation>eine Modelleinstellung oder llama.cpp hat sich geändert</translation>
    </message>
    <message>
        <source>their stored memory is no longer there</source>
        <translation>das gespeicherte Gedächtnis dazu ist nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>their stored memory was damaged</source>
        <translation>das gespeicherte Gedächtnis dazu war beschädigt</translation>
    </message>
    <message>
        <source>the memory of this model cannot be stored</source>
        <translation>das Chat-Gedächtnis dieses Modells kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>storing is switched off</source>
        <translation>das Speichern ist abgeschaltet</translation>
    </message>
    <message>
        <source>Picked up where you left off</source>
        <translation>Es geht weiter, wo Sie aufgehört haben</translation>
    </message>
    <message>
        <source>The first answer here takes longer.</source>
        <translation>Die erste Antwort dauert hier länger.</translation>
    </message>
    <message>
        <source>The first answer here takes longer (about {time}).</source>
        <translation>Die erste Antwort dauert hier länger (etwa {time}).</translation>
    </message>
    <message>
        <source>{n} of {tokens}</source>
        <translation>{n} von {tokens}</translation>
    </message>
    <message>
        <source>Still in memory: {tokens}</source>
        <translation>Noch im Arbeitsspeicher: {tokens}</translation>
    </message>
    <message>
        <source>On disk, {size}, first token after {time}</source>
        <translation>Gespeichert, {size}, erstes Token nach {time}</translation>
    </message>
    <message>
        <source>Read for the first time in {time}; from now on it is fast.</source>
        <translation>Zum ersten Mal gelesen, in {time}; ab jetzt geht es schnell.</translation>
    </message>
    <message>
        <source>Resumed {tokens} from disk in {time}</source>
        <translation>{tokens} in {time} vom Datenträger wiederhergestellt</translation>
    </message>
    <message>
        <source>first token after {time}</source>
        <translation>erstes Token nach {time}</translation>
    </message>
    <message>
        <source>{tokens} restored from disk</source>
        <translation>{tokens} vom Datenträger</translation>
    </message>
    <message>
        <source>{tokens} computed ahead</source>
        <translation>{tokens} vorausberechnet</translation>
    </message>
    <message>
        <source>Reading this chat…</source>
        <translation>Dieser Chat wird gelesen…</translation>
    </message>
    <message>
        <source>Reading this chat, about {time} left</source>
        <translation>Dieser Chat wird gelesen, noch etwa {time}</translation>
    </message>
    <message>
        <source>Not yet read by this model</source>
        <translation>Von diesem Modell noch nicht gelesen</translation>
    </message>
    <message>
        <source>In memory: answers begin at once</source>
        <translation>Im Arbeitsspeicher: Antworten beginnen sofort</translation>
    </message>
    <message>
        <source>On disk, {size}</source>
        <translation>Gespeichert, {size}</translation>
    </message>
    <message>
        <source>Its memory is not stored</source>
        <translation>Das Gedächtnis dieses Chats wird nicht gespeichert</translation>
    </message>
    <message>
        <source>Not in memory: the first token takes {time}</source>
        <translation>Nicht im Arbeitsspeicher: Das erste Token kommt nach {time}</translation>
    </message>
    <message>
        <source>Reread {tokens} in {time}: {why}.</source>
        <translation>{tokens} in {time} erneut gelesen: {why}.</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>Prompt wird gelesen</translation>
    </message>
    <message>
        <source>Reading {done} of {tokens}</source>
        <translation>{done} von {tokens} gelesen</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>Code, {language}</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>Lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Do not wrap long lines</source>
        <translation>Lange Zeilen nicht umbrechen</translation>
    </message>
    <message>
        <source>Show code</source>
        <translation>Code anzeigen</translation>
    </message>
    <message>
        <source>Show picture</source>
        <translation>Bild anzeigen</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Vorige Version</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Version</translation>
    </message>
    <message>
        <source>Show or hide thinking</source>
        <translation>Gedankengang ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Open attachment</source>
        <translation>Anhang öffnen</translation>
    </message>
    <message>
        <source>Open picture</source>
        <translation>Bild öffnen</translation>
    </message>
    <message>
        <source>Play sound</source>
        <translation>Ton abspielen</translation>
    </message>
    <message>
        <source>Reread everything</source>
        <translation>Alles neu lesen</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu erzeugen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>A model waits for your permission to use a tool</source>
        <translation>Ein Modell wartet auf Ihre Erlaubnis, ein Werkzeug zu benutzen</translation>
    </message>
    <message>
        <source>Answer now</source>
        <translation>Jetzt antworten</translation>
    </message>
    <message>
        <source>Stopped at your answer length limit</source>
        <translation>An der eingestellten Längengrenze gestoppt</translation>
    </message>
    <message>
        <source>The context is full</source>
        <translation>Der Kontext ist voll</translation>
    </message>
    <message>
        <source>Stopped because another model was opened</source>
        <translation>Gestoppt, weil ein anderes Modell geöffnet wurde</translation>
    </message>
    <message>
        <source>Answer of {model}</source>
        <translation>Antwort von {model}</translation>
    </message>
    <message>
        <source>Contact this server?</source>
        <translation>Diesen Server kontaktieren?</translation>
    </message>
    <message>
        <source>Start this program?</source>
        <translation>Dieses Programm starten?</translation>
    </message>
    <message>
        <source>It runs with your rights: it can read and change your files. Allow only what you know.</source>
        <translation>Es läuft mit Ihren Rechten: Es kann Ihre Dateien lesen und ändern. Erlauben Sie nur, was Sie kennen.</translation>
    </message>
    <message>
        <source>It gets what a model passes to its tools. Allow only what you know.</source>
        <translation>Er erhält, was ein Modell seinen Werkzeugen übergibt. Erlauben Sie nur, was Sie kennen.</translation>
    </message>
    <message>
        <source>Once you allow it, Hearth does so whenever the tools of {server} are needed.</source>
        <translation>Wenn Sie es erlauben, tut Hearth das immer, wenn die Werkzeuge von {server} gebraucht werden.</translation>
    </message>
    <message>
        <source>This is not what you allowed under this name before.</source>
        <translation>Das ist nicht, was Sie unter diesem Namen erlaubt hatten.</translation>
    </message>
    <message>
        <source>What is started</source>
        <translation>Was gestartet wird</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>Kontaktieren</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>Start of the server</source>
        <translation>Start des Servers</translation>
    </message>
    <message>
        <source>Built-in tools</source>
        <translation>Eingebaute Werkzeuge</translation>
    </message>
    <message>
        <source>In one chat</source>
        <translation>In einem Chat</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Erlaubnisse</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>You have allowed nothing for longer than one call.</source>
        <translation>Sie haben nichts für länger als einen Aufruf erlaubt.</translation>
    </message>
    <message>
        <source>What Hearth does without asking, until the server or the tool changes.</source>
        <translation>Was Hearth tut, ohne zu fragen, bis sich der Server oder das Werkzeug ändert.</translation>
    </message>
    <message>
        <source>Search and folder</source>
        <translation>Suche und Ordner</translation>
    </message>
    <message>
        <source>Search engine</source>
        <translation>Suchmaschine</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>&amp;Schlüssel</translation>
    </message>
    <message>
        <source>A model may use these in chats that have Hearth&apos;s own tools.</source>
        <translation>Ein Modell darf sie in Chats verwenden, die Hearths eigene Werkzeuge haben.</translation>
    </message>
    <message>
        <source>&amp;Search engine</source>
        <translation>S&amp;uchmaschine</translation>
    </message>
    <message>
        <source>A model may read every file in it, and change none. Leave it empty for none.</source>
        <translation>Ein Modell darf jede Datei darin lesen und keine ändern. Leer lassen für keinen Ordner.</translation>
    </message>
    <message>
        <source>{host} gets the words that a model searches for.</source>
        <translation>{host} erhält die Wörter, nach denen ein Modell sucht.</translation>
    </message>
    <message>
        <source>Models cannot search the web.</source>
        <translation>Modelle können nicht im Web suchen.</translation>
    </message>
    <message>
        <source>Give the address of a SearXNG server that allows the format JSON.</source>
        <translation>Geben Sie die Adresse eines SearXNG-Servers an, der das Format JSON erlaubt.</translation>
    </message>
    <message>
        <source>This looks like a call of a tool, but Hearth cannot read it. You can edit it.</source>
        <translation>Das sieht wie der Aufruf eines Werkzeugs aus, aber Hearth kann ihn nicht lesen. Sie können ihn bearbeiten.</translation>
    </message>
    <message>
        <source>{tool} …</source>
        <translation>{tool} …</translation>
    </message>
    <message>
        <source>{tool} · failed · {time}</source>
        <translation>{tool} · fehlgeschlagen · {time}</translation>
    </message>
    <message>
        <source>{tool} · {time}</source>
        <translation>{tool} · {time}</translation>
    </message>
    <message>
        <source>Thought for {time}</source>
        <translation>{time} nachgedacht</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Gedankengang</translation>
    </message>
    <message>
        <source>This chat does not fit the context</source>
        <translation>Dieser Chat passt nicht in den Kontext</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>ja oder nein</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Part of Hearth</source>
        <translation>Teil von Hearth</translation>
    </message>
    <message>
        <source>Not allowed yet</source>
        <translation>Noch nicht erlaubt</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>The number of its tools, where it is known</source>
        <translation>Die Anzahl seiner Werkzeuge, soweit bekannt</translation>
    </message>
    <message>
        <source>No documents are listed. “Documents…” in the menu lists files and folders.</source>
        <translation>Es sind keine Dokumente aufgeführt. „Dokumente…“ im Menü führt Dateien und Ordner auf.</translation>
    </message>
    <message>
        <source>No folder is chosen whose files a model may read.</source>
        <translation>Es ist kein Ordner ausgewählt, dessen Dateien ein Modell lesen darf.</translation>
    </message>
    <message>
        <source>No search engine is chosen.</source>
        <translation>Es ist keine Suchmaschine ausgewählt.</translation>
    </message>
    <message>
        <source>The search engine needs a key, and Hearth has none.</source>
        <translation>Die Suchmaschine braucht einen Schlüssel, und Hearth hat keinen.</translation>
    </message>
    <message>
        <source>Headers: {names}</source>
        <translation>Kopfzeilen: {names}</translation>
    </message>
    <message>
        <source>Variables: {names}</source>
        <translation>Variablen: {names}</translation>
    </message>
    <message>
        <source>Folder: {folder}</source>
        <translation>Ordner: {folder}</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Kopfzeilen</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>It has changed since you allowed it, so Hearth asks again before it is called.</source>
        <translation>Es hat sich geändert, seit Sie es erlaubt haben; daher fragt Hearth vor einem Aufruf erneut.</translation>
    </message>
    <message>
        <source>It says nothing of what it does.</source>
        <translation>Es sagt nichts darüber, was es tut.</translation>
    </message>
    <message>
        <source>It takes no arguments.</source>
        <translation>Es nimmt keine Argumente.</translation>
    </message>
    <message>
        <source>Hearth does not ask before this tool is called.</source>
        <translation>Hearth fragt nicht, bevor dieses Werkzeug aufgerufen wird.</translation>
    </message>
    <message>
        <source>required</source>
        <translation>erforderlich</translation>
    </message>
    <message>
        <source>one of {values}</source>
        <translation>eines von {values}</translation>
    </message>
    <message>
        <source>Interrupted when Hearth closed</source>
        <translation>Unterbrochen, da Hearth geschlossen wurde</translation>
    </message>
    <message>
        <source>This answer failed</source>
        <translation>Diese Antwort ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>This model supports neither pictures nor sounds: it reads only their names</source>
        <translation>Dieses Modell unterstützt weder Bilder noch Töne: Es liest nur ihre Namen</translation>
    </message>
    <message>
        <source>This model cannot see pictures: it reads only their names</source>
        <translation>Dieses Modell kann keine Bilder sehen: Es liest nur ihre Namen</translation>
    </message>
    <message>
        <source>This model cannot hear sounds: it reads only their names</source>
        <translation>Dieses Modell kann keine Töne hören: Es liest nur ihre Namen</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach…</translation>
    </message>
    <message>
        <source>The model reads from here</source>
        <translation>Das Modell liest ab hier</translation>
    </message>
    <message>
        <source>Number of matches in this chat</source>
        <translation>Anzahl der Treffer in diesem Chat</translation>
    </message>
    <message>
        <source>Find in the document</source>
        <translation>Im Dokument suchen</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Number of matches in this document</source>
        <translation>Anzahl der Treffer in diesem Dokument</translation>
    </message>
    <message>
        <source>Copy passage</source>
        <translation>Textstelle kopieren</translation>
    </message>
    <message>
        <source>{n} of {all}</source>
        <translation>{n} von {all}</translation>
    </message>
    <message>
        <source>about {tokens}</source>
        <translation>etwa {tokens}</translation>
    </message>
    <message>
        <source>Jump to latest</source>
        <translation>Zum Neuesten springen</translation>
    </message>
    <message>
        <source>Open message as text…</source>
        <translation>Nachricht als Text öffnen…</translation>
    </message>
    <message>
        <source>Save “{name}” as…</source>
        <translation>„{name}“ speichern unter …</translation>
    </message>
    <message>
        <source>Open “{name}”…</source>
        <translation>„{name}“ öffnen…</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>Auswahl kopieren</translation>
    </message>
    <message>
        <source>Copy selection as Markdown</source>
        <translation>Auswahl als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Link öffnen</translation>
    </message>
    <message>
        <source>Hide thinking</source>
        <translation>Gedankengang ausblenden</translation>
    </message>
    <message>
        <source>Show thinking</source>
        <translation>Gedankengang einblenden</translation>
    </message>
    <message>
        <source>Show likely alternatives</source>
        <translation>Wahrscheinliche Alternativen zeigen</translation>
    </message>
    <message>
        <source>Delete this and all below</source>
        <translation>Dies und alles darunter löschen</translation>
    </message>
    <message>
        <source>Start reading from here</source>
        <translation>Erst ab hier lesen</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Add a server to chat with a model that runs elsewhere: any OpenAI-compatible API, or another Hearth.</source>
        <translation>Fügen Sie einen Server hinzu, um mit einem Modell zu chatten, das anderswo läuft: jede OpenAI-kompatible API oder ein anderes Hearth.</translation>
    </message>
    <message>
        <source>Contacting {server}…</source>
        <translation>{server} wird kontaktiert…</translation>
    </message>
    <message>
        <source>{server} responds: {models}</source>
        <translation>{server} antwortet: {models}</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>Server hinzufügen…</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Use model</source>
        <translation>Modell verwenden</translation>
    </message>
    <message>
        <source>Models on another machine, or in another program on this one. Hearth sends your messages there only while you use one of them.</source>
        <translation>Modelle auf einem anderen Computer oder in einem anderen Programm auf diesem. Hearth sendet Ihre Nachrichten nur dorthin, solange Sie eines davon verwenden.</translation>
    </message>
    <message>
        <source>Reread the whole chat</source>
        <translation>Den ganzen Chat neu lesen</translation>
    </message>
    <message>
        <source>Edit summary…</source>
        <translation>Zusammenfassung bearbeiten…</translation>
    </message>
    <message>
        <source>Write a summary…</source>
        <translation>Zusammenfassung schreiben…</translation>
    </message>
    <message>
        <source>New chat from here</source>
        <translation>Neuer Chat ab hier</translation>
    </message>
    <message>
        <source>End of the answer</source>
        <translation>Ende der Antwort</translation>
    </message>
    <message>
        <source>message {n} of {n_messages}</source>
        <translation>Nachricht {n} von {n_messages}</translation>
    </message>
    <message>
        <source>version {n} of {n_versions}</source>
        <translation>Version {n} von {n_versions}</translation>
    </message>
    <message>
        <source>being written</source>
        <translation>wird geschrieben</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a list</comment>
        <translation>, </translation>
    </message>
    <message>
        <source>The answer is ready.</source>
        <translation>Die Antwort ist fertig.</translation>
    </message>
    <message>
        <source>The answer ended with an error.</source>
        <translation>Die Antwort endete mit einem Fehler.</translation>
    </message>
    <message>
        <source>Hearth stays in the tray</source>
        <translation>Hearth bleibt im Infobereich</translation>
    </message>
    <message>
        <source>“Quit” closes it. You can change this in the settings.</source>
        <translation>„Beenden“ schließt Hearth. Sie können das in den Einstellungen ändern.</translation>
    </message>
    <message>
        <source>Show Hearth</source>
        <translation>Hearth anzeigen</translation>
    </message>
    <message>
        <source>Hearth cannot save your message.</source>
        <translation>Hearth kann Ihre Nachricht nicht speichern.</translation>
    </message>
    <message>
        <source>It is still in the message field, but would be lost if Hearth closed now.</source>
        <translation>Sie steht noch im Eingabefeld, ginge aber verloren, wenn Hearth jetzt geschlossen würde.</translation>
    </message>
    <message>
        <source>Free some disk space; Hearth tries again while you write.</source>
        <translation>Speicherplatz freigeben; Hearth versucht es beim Schreiben erneut.</translation>
    </message>
    <message>
        <source>Make the folder {folder} writable, then start Hearth again.</source>
        <translation>Machen Sie den Ordner {folder} beschreibbar und starten Sie Hearth neu.</translation>
    </message>
    <message>
        <source>Hearth could not read some of your unsent messages.</source>
        <translation>Hearth konnte einige Ihrer nicht gesendeten Nachrichten nicht lesen.</translation>
    </message>
    <message>
        <source>Your chats are not affected; the readable messages are back in their fields.</source>
        <translation>Ihre Chats sind nicht betroffen; die lesbaren Nachrichten stehen wieder in ihren Eingabefeldern.</translation>
    </message>
    <message>
        <source>Copy what you need from {file} before you continue writing.</source>
        <translation>Vor dem Weiterschreiben das Benötigte aus {file} kopieren.</translation>
    </message>
    <message>
        <source>Copy what you need from {file}; Hearth deletes it at the next start.</source>
        <translation>Kopieren Sie das Benötigte aus {file}; Hearth löscht die Datei beim nächsten Start.</translation>
    </message>
    <message>
        <source>This system lacks OpenSSL, which Hearth needs for a secure connection.</source>
        <translation>Auf diesem System fehlt OpenSSL, das Hearth für eine sichere Verbindung braucht.</translation>
    </message>
    <message>
        <source>Install OpenSSL 3 (on Debian and Ubuntu: the package libssl3).</source>
        <translation>OpenSSL 3 installieren (unter Debian und Ubuntu das Paket libssl3).</translation>
    </message>
    <message>
        <source>The server did not respond within {n} seconds.</source>
        <translation>Der Server hat nicht innerhalb von {n} Sekunden geantwortet.</translation>
    </message>
    <message>
        <source>The list of versions is far too long.</source>
        <translation>Die Versionsliste ist viel zu lang.</translation>
    </message>
    <message>
        <source>The server sent an unexpected response ({status}).</source>
        <translation>Der Server hat unerwartet geantwortet ({status}).</translation>
    </message>
    <message>
        <source>Could not find {host}. Is this machine online?</source>
        <translation>{host} nicht gefunden. Ist dieser Computer online?</translation>
    </message>
    <message>
        <source>{host} is not accepting connections at the moment.</source>
        <translation>{host} nimmt zurzeit keine Verbindungen an.</translation>
    </message>
    <message>
        <source>{host} closed the connection too early.</source>
        <translation>{host} hat die Verbindung zu früh geschlossen.</translation>
    </message>
    <message>
        <source>{host} could not prove its identity.</source>
        <translation>{host} konnte seine Identität nicht nachweisen.</translation>
    </message>
    <message>
        <source>{host} has no list of versions at this address.</source>
        <translation>{host} hat unter dieser Adresse keine Versionsliste.</translation>
    </message>
    <message>
        <source>{host} redirects too many times.</source>
        <translation>{host} leitet zu oft weiter.</translation>
    </message>
    <message>
        <source>{host} responded with an error ({status}).</source>
        <translation>{host} hat mit einem Fehler geantwortet ({status}).</translation>
    </message>
    <message>
        <source>Could not reach {host}. Is this machine online?</source>
        <translation>{host} nicht erreichbar. Ist dieser Computer online?</translation>
    </message>
    <message>
        <source>This system lacks a library that Hearth needs for this.</source>
        <translation>Auf diesem System fehlt eine Bibliothek, die Hearth dafür braucht.</translation>
    </message>
    <message>
        <source>Open {address} in your browser.</source>
        <translation>{address} im Browser öffnen.</translation>
    </message>
    <message>
        <source>Paused to make room, continues automatically</source>
        <translation>Pausiert, um Platz zu machen; geht automatisch weiter</translation>
    </message>
    <message>
        <source>Summarising the oldest messages</source>
        <translation>Älteste Nachrichten werden zusammengefasst</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>In der Warteschlange</translation>
    </message>
    <message>
        <source>Waiting: another answer is running</source>
        <translation>Wartet: Eine andere Antwort läuft</translation>
    </message>
    <message>
        <source>Waiting: {answers} are running</source>
        <translation>Wartet: {answers} laufen</translation>
    </message>
    <message>
        <source>Waiting for room in the context</source>
        <translation>Wartet auf Platz im Kontext</translation>
    </message>
    <message>
        <source>Waiting for room in the context beside another answer</source>
        <translation>Wartet auf Platz im Kontext neben einer anderen Antwort</translation>
    </message>
    <message>
        <source>Waiting for room in the context beside {answers}</source>
        <translation>Wartet auf Platz im Kontext neben {answers}</translation>
    </message>
    <message>
        <source>Welcome to Hearth</source>
        <translation>Willkommen bei Hearth</translation>
    </message>
    <message>
        <source>Open a model file to begin. It ends in .gguf; you can also drop it onto this window.</source>
        <translation>Zum Beginnen eine Modelldatei öffnen. Sie endet auf .gguf und lässt sich auch auf dieses Fenster ziehen.</translation>
    </message>
    <message>
        <source>Everything stays on this machine: the model, your chats and their memory.</source>
        <translation>Alles bleibt auf diesem Computer: das Modell, die Chats und ihr Gedächtnis.</translation>
    </message>
    <message>
        <source>What shall we talk about?</source>
        <translation>Worüber sprechen wir?</translation>
    </message>
    <message>
        <source>Write below to start a chat.</source>
        <translation>Unten schreiben, um einen Chat zu beginnen.</translation>
    </message>
    <message>
        <source>Every chat stays warm: open it again later, and the answer starts at once.</source>
        <translation>Jeder Chat bleibt sofort bereit: Beim nächsten Öffnen beginnt die Antwort ohne Wartezeit.</translation>
    </message>
    <message>
        <source>The model runs on a server; your chats are stored on this machine.</source>
        <translation>Das Modell läuft auf einem Server; Ihre Chats werden auf diesem Computer gespeichert.</translation>
    </message>
    <message>
        <source>This chat is not written to disk; it is deleted when you leave it.</source>
        <translation>Dieser Chat wird nicht auf den Datenträger geschrieben; er wird gelöscht, wenn Sie ihn verlassen.</translation>
    </message>
    <message>
        <source>Use {guide}</source>
        <translation>{guide} verwenden</translation>
    </message>
    <message>
        <source>Show folders</source>
        <translation>Ordner anzeigen</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Everything stays on this machine</source>
        <translation>Alles bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>Your models and your chats. Nothing is sent anywhere.</source>
        <translation>Ihre Modelle und Ihre Chats. Nichts wird irgendwohin gesendet.</translation>
    </message>
    <message>
        <source>Download a model to chat about anything</source>
        <translation>Ein Modell herunterladen, um über alles zu chatten</translation>
    </message>
    <message>
        <source>One file, downloaded once; works offline.</source>
        <translation>Eine Datei, einmal heruntergeladen; funktioniert offline.</translation>
    </message>
    <message>
        <source>I have a model file</source>
        <translation>Ich habe eine Modelldatei</translation>
    </message>
    <message>
        <source>Open a file that ends in .gguf, or drop it here.</source>
        <translation>Öffnen Sie eine Datei, die auf .gguf endet, oder ziehen Sie sie hierher.</translation>
    </message>
    <message>
        <source>{guide} answers at once</source>
        <translation>{guide} antwortet sofort</translation>
    </message>
    <message>
        <source>The language changes when you restart Hearth</source>
        <translation>Die Sprache ändert sich, wenn Sie Hearth neu starten</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>The file is damaged or incomplete.</source>
        <translation>Die Datei ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
        <source>It contains a file that does not belong in it.</source>
        <translation>Sie enthält eine Datei, die nicht hineingehört.</translation>
    </message>
    <message>
        <source>It contains two files with the same name.</source>
        <translation>Sie enthält zwei Dateien gleichen Namens.</translation>
    </message>
    <message>
        <source>It contains compressed data, which Hearth never writes.</source>
        <translation>Sie enthält komprimierte Daten, die Hearth nie schreibt.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>however = -5</source>
        <translation>jedoch = -5</translation>
    </message>
    <message>
        <source>One per line. An answer ends before any of them.</source>
        <translation>Einer pro Zeile. Eine Antwort endet vor jedem davon.</translation>
    </message>
    <message>
        <source>Order of the samplers</source>
        <translation>Reihenfolge der Sampler</translation>
    </message>
    <message>
        <source>Token bias</source>
        <translation>Token-Gewichtung</translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation>Stopptexte</translation>
    </message>
    <message>
        <source>Samplers not listed follow in their usual order.</source>
        <translation>Nicht aufgeführte Sampler folgen in ihrer üblichen Reihenfolge.</translation>
    </message>
    <message>
        <source>There is no sampler “{name}”.</source>
        <translation>Es gibt keinen Sampler „{name}“.</translation>
    </message>
    <message>
        <source>One per line, with a number from -100 (never) to 100 (whenever possible). It applies to the first token of the word.</source>
        <translation>Eines pro Zeile, mit einer Zahl von -100 (nie) bis 100 (wann immer möglich). Sie gilt für das erste Token des Wortes.</translation>
    </message>
    <message>
        <source>You can list at most {n} words; line {line} is one too many.</source>
        <translation>Sie können höchstens {n} Wörter aufführen; Zeile {line} ist eine zu viel.</translation>
    </message>
    <message>
        <source>Line {n} needs a word, “=” and a number from -100 to 100.</source>
        <translation>Zeile {n} braucht ein Wort, „=“ und eine Zahl von -100 bis 100.</translation>
    </message>
    <message>
        <source>sent no readable answer</source>
        <translation>keine lesbare Antwort</translation>
    </message>
    <message>
        <source>crashed with an access violation ({status})</source>
        <translation>Zugriffsverletzung ({status})</translation>
    </message>
    <message>
        <source>crashed with a memory page read error ({status})</source>
        <translation>nicht lesbare Speicherseite ({status})</translation>
    </message>
    <message>
        <source>ran out of memory ({status})</source>
        <translation>kein Speicher mehr ({status})</translation>
    </message>
    <message>
        <source>crashed with an illegal instruction ({status})</source>
        <translation>unbekannter Prozessorbefehl ({status})</translation>
    </message>
    <message>
        <source>crashed with a division by zero ({status})</source>
        <translation>Division durch null ({status})</translation>
    </message>
    <message>
        <source>crashed with a stack overflow ({status})</source>
        <translation>Stapelüberlauf ({status})</translation>
    </message>
    <message>
        <source>could not find a DLL ({status})</source>
        <translation>fehlende DLL ({status})</translation>
    </message>
    <message>
        <source>could not find a function in a DLL ({status})</source>
        <translation>Funktion fehlt in einer DLL ({status})</translation>
    </message>
    <message>
        <source>was stopped with Ctrl+C ({status})</source>
        <translation>Strg+C ({status})</translation>
    </message>
    <message>
        <source>could not start a DLL ({status})</source>
        <translation>DLL nicht startbar ({status})</translation>
    </message>
    <message>
        <source>crashed with heap corruption ({status})</source>
        <translation>beschädigter Heap ({status})</translation>
    </message>
    <message>
        <source>crashed with a failed check or abort ({status})</source>
        <translation>eigene Prüfung oder abort ({status})</translation>
    </message>
    <message>
        <source>crashed with abort ({status})</source>
        <translation>abort ({status})</translation>
    </message>
    <message>
        <source>crashed with an uncaught C++ exception ({status})</source>
        <translation>nicht abgefangene C++-Ausnahme ({status})</translation>
    </message>
    <message>
        <source>ended with code {code}: {said}</source>
        <translation>mit Code {code} beendet: {said}</translation>
    </message>
    <message>
        <source>could not be started: {error}</source>
        <translation>konnte nicht gestartet werden: {error}</translation>
    </message>
    <message>
        <source>hung for {seconds} s</source>
        <translation>{seconds} s lang ohne Antwort</translation>
    </message>
    <message>
        <source>ended with code {code}</source>
        <translation>mit Code {code} beendet</translation>
    </message>
    <message>
        <source>crashed with signal {number}</source>
        <translation>durch Signal {number} beendet</translation>
    </message>
    <message>
        <source>crashed with abort</source>
        <translation>durch abort beendet</translation>
    </message>
    <message>
        <source>Correct it in the chat settings, under “Form of the answer”.</source>
        <translation>Korrigieren Sie das in den Chat-Einstellungen unter „Form der Antwort“.</translation>
    </message>
    <message>
        <source>This is in line {line}, column {column} of the chat&apos;s grammar; nothing was sent to the model.</source>
        <translation>Das steht in Zeile {line}, Spalte {column} der Grammatik des Chats; an das Modell wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>This is in line {line}, column {column} of the chat&apos;s JSON schema; nothing was sent to the model.</source>
        <translation>Das steht in Zeile {line}, Spalte {column} des JSON-Schemas des Chats; an das Modell wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The rule “root” is missing: every answer begins with it.</source>
        <translation>Die Regel „root“ fehlt: Mit ihr beginnt jede Antwort.</translation>
    </message>
    <message>
        <source>There is no rule “{name}”.</source>
        <translation>Es gibt keine Regel „{name}“.</translation>
    </message>
    <message>
        <source>The rule “{name}” never ends.</source>
        <translation>Die Regel „{name}“ endet nie.</translation>
    </message>
    <message>
        <source>A grammar can have at most {n} characters.</source>
        <translation>Eine Grammatik kann höchstens {n} Zeichen haben.</translation>
    </message>
    <message>
        <source>A grammar cannot contain this character.</source>
        <translation>Eine Grammatik kann dieses Zeichen nicht enthalten.</translation>
    </message>
    <message>
        <source>The grammar is too large: its repetitions expand too far.</source>
        <translation>Die Grammatik ist zu groß: Ihre Wiederholungen werden zu lang.</translation>
    </message>
    <message>
        <source>The grammar is nested too deeply.</source>
        <translation>Die Grammatik ist zu tief geschachtelt.</translation>
    </message>
    <message>
        <source>Expected “::=” after the name of a rule.</source>
        <translation>Nach dem Namen einer Regel wird „::=“ erwartet.</translation>
    </message>
    <message>
        <source>Unexpected “{found}”.</source>
        <translation>Unerwartetes „{found}“.</translation>
    </message>
    <message>
        <source>Too many nested brackets.</source>
        <translation>Zu viele geschachtelte Klammern.</translation>
    </message>
    <message>
        <source>This bracket is not closed.</source>
        <translation>Diese Klammer ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>Unexpected “{found}”; “)” is missing.</source>
        <translation>Unerwartetes „{found}“; es fehlt „)“.</translation>
    </message>
    <message>
        <source>The closing quotation mark is missing.</source>
        <translation>Das schließende Anführungszeichen fehlt.</translation>
    </message>
    <message>
        <source>The closing “]” of this character set is missing.</source>
        <translation>Das schließende „]“ dieser Zeichenmenge fehlt.</translation>
    </message>
    <message>
        <source>This range runs backwards.</source>
        <translation>Dieser Bereich läuft rückwärts.</translation>
    </message>
    <message>
        <source>“[^]” is empty; use “.” for any character.</source>
        <translation>„[^]“ ist leer; verwenden Sie „.“ für ein beliebiges Zeichen.</translation>
    </message>
    <message>
        <source>Expected {n} hexadecimal digits after “\{mark}”.</source>
        <translation>Nach „\{mark}“ werden {n} Hexadezimalziffern erwartet.</translation>
    </message>
    <message>
        <source>Unknown escape; the known ones are {escapes}.</source>
        <translation>Unbekannte Escape-Folge; bekannt sind {escapes}.</translation>
    </message>
    <message>
        <source>Expected “&lt;” and a token after “!”.</source>
        <translation>Nach „!“ wird „&lt;“ mit einem Token erwartet.</translation>
    </message>
    <message>
        <source>The closing “&gt;” of this token is missing.</source>
        <translation>Das schließende „&gt;“ dieses Tokens fehlt.</translation>
    </message>
    <message>
        <source>This token number is too large.</source>
        <translation>Diese Token-Nummer ist zu groß.</translation>
    </message>
    <message>
        <source>Expected “]&gt;” after the number of a token.</source>
        <translation>Nach der Nummer eines Tokens wird „]&gt;“ erwartet.</translation>
    </message>
    <message>
        <source>“{sign}” has nothing to repeat.</source>
        <translation>Vor „{sign}“ steht nichts, was sich wiederholen lässt.</translation>
    </message>
    <message>
        <source>Expected “}”.</source>
        <translation>„}“ wird erwartet.</translation>
    </message>
    <message>
        <source>Expected “,” or “}”.</source>
        <translation>„,“ oder „}“ wird erwartet.</translation>
    </message>
    <message>
        <source>At most {n} repetitions are allowed.</source>
        <translation>Höchstens {n} Wiederholungen sind erlaubt.</translation>
    </message>
    <message>
        <source>The second number is smaller than the first.</source>
        <translation>Die zweite Zahl ist kleiner als die erste.</translation>
    </message>
    <message>
        <source>Expected the name of a rule: letters, digits and “-”, then “::=”.</source>
        <translation>Der Name einer Regel wird erwartet: Buchstaben, Ziffern und „-“, dann „::=“.</translation>
    </message>
    <message>
        <source>Expected a number.</source>
        <translation>Eine Zahl wird erwartet.</translation>
    </message>
    <message>
        <source>A schema can have at most {n} characters.</source>
        <translation>Ein Schema kann höchstens {n} Zeichen haben.</translation>
    </message>
    <message>
        <source>This is not JSON: {reason}.</source>
        <translation>Das ist kein JSON: {reason}.</translation>
    </message>
    <message>
        <source>This is not readable JSON.</source>
        <translation>Das ist kein lesbares JSON.</translation>
    </message>
    <message>
        <source>This schema is not supported: {reason}.</source>
        <translation>Dieses Schema wird nicht unterstützt: {reason}.</translation>
    </message>
    <message>
        <source>Hearth does not enforce “{keyword}” here.</source>
        <translation>Hearth setzt „{keyword}“ hier nicht durch.</translation>
    </message>
    <message>
        <source>The schema is nested too deeply.</source>
        <translation>Das Schema ist zu tief geschachtelt.</translation>
    </message>
    <message>
        <source>“false” allows no valid value.</source>
        <translation>„false“ erlaubt keinen gültigen Wert.</translation>
    </message>
    <message>
        <source>Expected a schema in braces.</source>
        <translation>Ein Schema in geschweiften Klammern wird erwartet.</translation>
    </message>
    <message>
        <source>Anything</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-Schema</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>Grammatik</translation>
    </message>
    <message>
        <source>Form of the answer</source>
        <translation>Form der Antwort</translation>
    </message>
    <message>
        <source>Insert an &amp;example</source>
        <translation>B&amp;eispiel einfügen</translation>
    </message>
    <message>
        <source>&amp;Form of the answer</source>
        <translation>&amp;Form der Antwort</translation>
    </message>
    <message>
        <source>Checking the text…</source>
        <translation>Der Text wird geprüft…</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {words}</source>
        <translation>Zeile {line}, Spalte {column}: {words}</translation>
    </message>
    <message>
        <source>Empty: answers can have any form.</source>
        <translation>Leer: Antworten können jede Form haben.</translation>
    </message>
    <message>
        <source>Every complete answer has this form.</source>
        <translation>Jede vollständige Antwort hat diese Form.</translation>
    </message>
    <message>
        <source>This text is too long for a schema or grammar; nothing was inserted.</source>
        <translation>Dieser Text ist zu lang für ein Schema oder eine Grammatik; es wurde nichts eingefügt.</translation>
    </message>
    <message>
        <source>Ask what to do</source>
        <translation>Fragen, was zu tun ist</translation>
    </message>
    <message>
        <source>Hearth sends nothing that does not fit; you choose what to do.</source>
        <translation>Hearth sendet nichts, was nicht passt; Sie wählen, was geschehen soll.</translation>
    </message>
    <message>
        <source>Leave out the oldest messages</source>
        <translation>Älteste Nachrichten weglassen</translation>
    </message>
    <message>
        <source>The model no longer reads them. They stay in the chat, and you can include them again.</source>
        <translation>Das Modell liest sie nicht mehr. Sie bleiben im Chat, und Sie können sie wieder einbeziehen.</translation>
    </message>
    <message>
        <source>Summarise the oldest messages</source>
        <translation>Älteste Nachrichten zusammenfassen</translation>
    </message>
    <message>
        <source>The model writes a summary and reads it instead. You can edit it.</source>
        <translation>Das Modell schreibt eine Zusammenfassung und liest sie stattdessen. Sie können sie bearbeiten.</translation>
    </message>
    <message>
        <source>When the chat outgrows the context</source>
        <translation>Wenn der Chat nicht mehr in den Kontext passt</translation>
    </message>
    <message>
        <source>When the chat &amp;outgrows the context</source>
        <translation>Wenn der Chat nicht mehr in den K&amp;ontext passt</translation>
    </message>
    <message>
        <source>Summary of the messages above</source>
        <translation>Zusammenfassung der Nachrichten darüber</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Continuation</source>
        <translation>Fortsetzung</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>{words} (chosen)</source>
        <translation>{words} (gewählt)</translation>
    </message>
    <message>
        <source>(end of the answer)</source>
        <translation>(Ende der Antwort)</translation>
    </message>
    <message>
        <source>(part of a character)</source>
        <translation>(Teil eines Zeichens)</translation>
    </message>
    <message>
        <source>under {n}%</source>
        <translation>unter {n} %</translation>
    </message>
    <message>
        <source>{n}%</source>
        <translation>{n} %</translation>
    </message>
    <message>
        <source>The model works without a draft model.</source>
        <translation>Das Modell arbeitet ohne Entwurfsmodell.</translation>
    </message>
    <message>
        <source>Choose another draft model in the settings of the model, or none.</source>
        <translation>Wählen Sie in den Einstellungen des Modells ein anderes Entwurfsmodell oder keines.</translation>
    </message>
    <message>
        <source>{path} drafts for another model.</source>
        <translation>{path} entwirft für ein anderes Modell.</translation>
    </message>
    <message>
        <source>Choose the file that was made for this model, or none.</source>
        <translation>Wählen Sie die Datei, die für dieses Modell gemacht wurde, oder keine.</translation>
    </message>
    <message>
        <source>{path} does not have the same vocabulary as the main model.</source>
        <translation>{path} hat nicht dasselbe Vokabular wie das Hauptmodell.</translation>
    </message>
    <message>
        <source>Its tokens would have a different meaning there.</source>
        <translation>Seine Token hätten dort eine andere Bedeutung.</translation>
    </message>
    <message>
        <source>Choose a small model of the same family.</source>
        <translation>Wählen Sie ein kleines Modell derselben Familie.</translation>
    </message>
    <message>
        <source>{path} cannot be a draft model: its state cannot be rolled back.</source>
        <translation>{path} kann kein Entwurfsmodell sein: Sein Zustand lässt sich nicht zurücksetzen.</translation>
    </message>
    <message>
        <source>Choose a model without recurrent layers.</source>
        <translation>Wählen Sie ein Modell ohne rekurrente Schichten.</translation>
    </message>
    <message>
        <source>Hearth could not use the draft model {path}.</source>
        <translation>Hearth konnte das Entwurfsmodell {path} nicht verwenden.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Delete memory of other programs</source>
        <translation>Gedächtnis anderer Programme löschen</translation>
    </message>
    <message>
        <source>Other programs: {conversations}, {size}</source>
        <translation>Andere Programme: {conversations}, {size}</translation>
    </message>
    <message>
        <source>Hearth cannot use the file with the API key: {path} ({reason}).</source>
        <translation>Die Datei mit dem API-Schlüssel ist nicht verwendbar: {path} ({reason}).</translation>
    </message>
    <message>
        <source>Other programs cannot use Hearth; your chats are not affected.</source>
        <translation>Andere Programme können Hearth nicht verwenden; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Write one line of {least} to {most} letters, digits and symbols into it, or delete it to let Hearth create a new one.</source>
        <translation>Schreiben Sie eine Zeile aus {least} bis {most} Buchstaben, Ziffern und Zeichen hinein, oder löschen Sie die Datei, damit Hearth eine neue anlegt.</translation>
    </message>
    <message>
        <source>Other programs can reach Hearth at {address}.</source>
        <translation>Andere Programme können Hearth unter {address} erreichen.</translation>
    </message>
    <message>
        <source>Connected: {programs}.</source>
        <translation>Verbunden: {programs}.</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>Anzeigen…</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neuer Schlüssel</translation>
    </message>
    <message>
        <source>Create a new key?</source>
        <translation>Einen neuen Schlüssel erzeugen?</translation>
    </message>
    <message>
        <source>Hearth then refuses programs with the old key until you give them the new one.</source>
        <translation>Hearth weist Programme mit dem alten Schlüssel dann ab, bis Sie ihnen den neuen geben.</translation>
    </message>
    <message>
        <source>The API stopped unexpectedly.</source>
        <translation>Die API wurde unerwartet beendet.</translation>
    </message>
    <message>
        <source>Try again. If it keeps happening, see the log.</source>
        <translation>Versuchen Sie es erneut. Bleibt es dabei, sehen Sie ins Protokoll.</translation>
    </message>
    <message>
        <source>Text to paste</source>
        <translation>Text zum Einfügen</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>Schlüssel kopieren</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <translation>&amp;Programm</translation>
    </message>
    <message>
        <source>“Copy” fills in the key.</source>
        <translation>„Kopieren“ setzt den Schlüssel ein.</translation>
    </message>
    <message>
        <source>In a terminal.</source>
        <translation>In einem Terminal.</translation>
    </message>
    <message>
        <source>In a program of your own.</source>
        <translation>In einem eigenen Programm.</translation>
    </message>
    <message>
        <source>In settings.json. Enter the key in the settings of Zed&apos;s agent, below this provider.</source>
        <translation>In settings.json. Geben Sie den Schlüssel in den Einstellungen des Agenten von Zed ein, unter diesem Anbieter.</translation>
    </message>
    <message>
        <source>In ~/.continue/config.yaml.</source>
        <translation>In ~/.continue/config.yaml.</translation>
    </message>
    <message>
        <source>In ~/.codex/config.toml. Put the key in the environment variable HEARTH_KEY.</source>
        <translation>In ~/.codex/config.toml. Setzen Sie den Schlüssel in die Umgebungsvariable HEARTH_KEY.</translation>
    </message>
    <message>
        <source>This model makes embeddings for other programs; it cannot chat.</source>
        <translation>Dieses Modell erzeugt Embeddings für andere Programme und kann nicht chatten.</translation>
    </message>
    <message>
        <source>The API cannot use port {port} of {address} ({reason}).</source>
        <translation>Die API kann Port {port} von {address} nicht verwenden ({reason}).</translation>
    </message>
    <message>
        <source>Choose another port, or close the program that uses this one.</source>
        <translation>Wählen Sie einen anderen Port, oder schließen Sie das Programm, das diesen verwendet.</translation>
    </message>
    <message>
        <source>{address} is not an address of this machine ({reason}).</source>
        <translation>{address} ist keine Adresse dieses Computers ({reason}).</translation>
    </message>
    <message>
        <source>Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all its networks.</source>
        <translation>127.0.0.1 gilt für diesen Computer allein, 0.0.0.0 für alle seine Netzwerke.</translation>
    </message>
    <message>
        <source>It was not sent. Your chats are untouched.</source>
        <translation>Es wurde nicht gesendet. Ihre Chats sind unverändert.</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} pixels has {n} bytes.</source>
        <translation>Ein Bild von {width} × {height} Pixeln hat {n} Bytes.</translation>
    </message>
    <message>
        <source>Save the picture again in another program, then attach it again.</source>
        <translation>Speichern Sie das Bild in einem anderen Programm noch einmal und hängen Sie es dann erneut an.</translation>
    </message>
    <message>
        <source>A sound of {n} samples is too short or too long.</source>
        <translation>Eine Tonaufnahme von {n} Abtastwerten ist zu kurz oder zu lang.</translation>
    </message>
    <message>
        <source>Attach a sound of up to an hour.</source>
        <translation>Hängen Sie eine Tonaufnahme von höchstens einer Stunde an.</translation>
    </message>
    <message>
        <source>The sound contains invalid samples.</source>
        <translation>Die Tonaufnahme enthält ungültige Abtastwerte.</translation>
    </message>
    <message>
        <source>Convert the sound to WAV or MP3 in another program, then attach it again.</source>
        <translation>Wandeln Sie die Tonaufnahme in einem anderen Programm in WAV oder MP3 um und hängen Sie sie dann erneut an.</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} pixels is empty or too large.</source>
        <translation>Ein Bild von {width} × {height} Pixeln ist leer oder zu groß.</translation>
    </message>
    <message>
        <source>Attach a picture of at most {side} pixels per side and {pixels} million in total.</source>
        <translation>Hängen Sie ein Bild mit höchstens {side} Pixeln pro Seite und {pixels} Millionen insgesamt an.</translation>
    </message>
    <message>
        <source>The model cannot use it to see or hear. Your chats are untouched.</source>
        <translation>Das Modell kann damit weder sehen noch hören. Ihre Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Choose the projector published with this model.</source>
        <translation>Wählen Sie den Projektor, der mit diesem Modell veröffentlicht wurde.</translation>
    </message>
    <message>
        <source>This build of llama.cpp cannot read pictures or sounds.</source>
        <translation>Dieser Build von llama.cpp kann weder Bilder noch Töne lesen.</translation>
    </message>
    <message>
        <source>Text still works. Your chats are untouched.</source>
        <translation>Text funktioniert weiterhin. Ihre Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Install Hearth from one of its packages, or rebuild llama.cpp.</source>
        <translation>Installieren Sie Hearth aus einem seiner Pakete oder bauen Sie llama.cpp neu.</translation>
    </message>
    <message>
        <source>Hearth could not load the projector {path}.</source>
        <translation>Hearth konnte den Projektor {path} nicht laden.</translation>
    </message>
    <message>
        <source>Download the projector again, or choose another one.</source>
        <translation>Laden Sie den Projektor noch einmal herunter oder wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>The projector {path} was made for another model.</source>
        <translation>Der Projektor {path} wurde für ein anderes Modell gemacht.</translation>
    </message>
    <message>
        <source>This model cannot see pictures.</source>
        <translation>Dieses Modell kann keine Bilder sehen.</translation>
    </message>
    <message>
        <source>This model cannot hear sounds.</source>
        <translation>Dieses Modell kann keine Töne hören.</translation>
    </message>
    <message>
        <source>Open a model that can, or choose a projector for this one.</source>
        <translation>Öffnen Sie ein Modell, das es kann, oder wählen Sie einen Projektor für dieses.</translation>
    </message>
    <message>
        <source>The model could not read this picture or sound.</source>
        <translation>Das Modell konnte dieses Bild oder diesen Ton nicht lesen.</translation>
    </message>
    <message>
        <source>Attach a different or smaller one.</source>
        <translation>Hängen Sie ein anderes oder kleineres an.</translation>
    </message>
    <message>
        <source>This picture or sound needs {n} tokens at once, but this model was loaded for {most} at once.</source>
        <translation>Dieses Bild oder diese Tonaufnahme braucht {n} Token auf einmal, dieses Modell wurde aber für {most} auf einmal geladen.</translation>
    </message>
    <message>
        <source>Attach a smaller one.</source>
        <translation>Hängen Sie Kleineres an.</translation>
    </message>
    <message>
        <source>There is no readable projector at {path}.</source>
        <translation>Bei {path} ist kein lesbarer Projektor.</translation>
    </message>
    <message>
        <source>Hearth could not read a picture in this chat.</source>
        <translation>Hearth konnte ein Bild in diesem Chat nicht lesen.</translation>
    </message>
    <message>
        <source>Hearth could not read a sound in this chat.</source>
        <translation>Hearth konnte eine Tonaufnahme in diesem Chat nicht lesen.</translation>
    </message>
    <message>
        <source>No answer was written. Your chats are untouched.</source>
        <translation>Es wurde keine Antwort geschrieben. Ihre Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Send the message again. If that does not help, attach the file again.</source>
        <translation>Senden Sie die Nachricht noch einmal. Wenn das nicht hilft, hängen Sie die Datei erneut an.</translation>
    </message>
    <message>
        <source>description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>&amp;What it shows</source>
        <translation>&amp;Was es zeigt</translation>
    </message>
    <message>
        <source>Screen readers read it aloud, and search finds it. The model does not read it.</source>
        <translation>Bildschirmleser lesen sie vor, und die Suche findet sie. Das Modell liest sie nicht.</translation>
    </message>
    <message>
        <source>Could not play “{name}”: no program on this machine opened it.</source>
        <translation>„{name}“ lässt sich nicht abspielen: Kein Programm auf diesem Computer hat es geöffnet.</translation>
    </message>
    <message>
        <source>Save a copy and open it in a player of your choice.</source>
        <translation>Speichern Sie eine Kopie und öffnen Sie sie in einem Player Ihrer Wahl.</translation>
    </message>
    <message>
        <source>Hearth could not copy the sound for a player ({reason}).</source>
        <translation>Der Ton konnte nicht für einen Player kopiert werden ({reason}).</translation>
    </message>
    <message>
        <source>Free some space for temporary files, then try again.</source>
        <translation>Geben Sie Speicherplatz für temporäre Dateien frei und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Changed the description of “{name}”</source>
        <translation>Beschreibung von „{name}“ geändert</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>{n} of {n_all}</source>
        <translation>{n} von {n_all}</translation>
    </message>
    <message>
        <source>Sound: {text} ({name})</source>
        <translation>Ton: {text} ({name})</translation>
    </message>
    <message>
        <source>Sound: {name}</source>
        <translation>Ton: {name}</translation>
    </message>
    <message>
        <source>Picture: {text} ({name})</source>
        <translation>Bild: {text} ({name})</translation>
    </message>
    <message>
        <source>Picture: {name}</source>
        <translation>Bild: {name}</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>Voriges Bild</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Nächstes Bild</translation>
    </message>
    <message>
        <source>Show at actual size, or fit to the window</source>
        <translation>In Originalgröße zeigen oder ans Fenster anpassen</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Kopie speichern…</translation>
    </message>
    <message>
        <source>The original no longer exists</source>
        <translation>Das Original gibt es nicht mehr</translation>
    </message>
    <message>
        <source>Pictures and sounds</source>
        <translation>Bilder und Töne</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>File is missing</source>
        <translation>Datei fehlt</translation>
    </message>
    <message>
        <source>{pixels}, reduced</source>
        <translation>{pixels}, verkleinert</translation>
    </message>
    <message>
        <source>Attached picture: {name}</source>
        <translation>Angehängtes Bild: {name}</translation>
    </message>
    <message>
        <source>Attached sound: {name}</source>
        <translation>Angehängte Tonaufnahme: {name}</translation>
    </message>
    <message>
        <source>Click to open</source>
        <translation>Zum Öffnen klicken</translation>
    </message>
    <message>
        <source>Describe…</source>
        <translation>Beschreiben…</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>The model keeps its current projector.</source>
        <translation>Das Modell behält seinen bisherigen Projektor.</translation>
    </message>
    <message>
        <source>Choose the projector made for this model; its name often begins with “mmproj”.</source>
        <translation>Wählen Sie den Projektor, der für dieses Modell gemacht wurde; sein Name beginnt oft mit „mmproj“.</translation>
    </message>
    <message>
        <source>“{name}” is not a projector.</source>
        <translation>„{name}“ ist kein Projektor.</translation>
    </message>
    <message>
        <source>“{name}” belongs to another model: its vectors have a different size.</source>
        <translation>„{name}“ gehört zu einem anderen Modell: Seine Vektoren haben eine andere Größe.</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Projektor</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation>&amp;Projektor</translation>
    </message>
    <message>
        <source>None</source>
        <comment>projector</comment>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Automatic (no file found)</source>
        <translation>Automatisch (keine Datei gefunden)</translation>
    </message>
    <message>
        <source>Automatic ({name})</source>
        <translation>Automatisch ({name})</translation>
    </message>
    <message>
        <source>Looking for projectors for this model…</source>
        <translation>Projektoren für dieses Modell werden gesucht…</translation>
    </message>
    <message>
        <source>This machine has no projector (“mmproj” file) for this model</source>
        <translation>Auf diesem Computer ist kein Projektor („mmproj“-Datei) für dieses Modell</translation>
    </message>
    <message>
        <source>A second file that lets this model see pictures or hear sounds</source>
        <translation>Eine zweite Datei, mit der dieses Modell Bilder sieht oder Töne hört</translation>
    </message>
    <message>
        <source>{name} ({size}, sees and hears)</source>
        <translation>{name} ({size}, sieht und hört)</translation>
    </message>
    <message>
        <source>{name} ({size}, hears)</source>
        <translation>{name} ({size}, hört)</translation>
    </message>
    <message>
        <source>{name} ({size}, sees)</source>
        <translation>{name} ({size}, sieht)</translation>
    </message>
    <message>
        <source>Choose the projector that lets this model see or hear</source>
        <translation>Den Projektor wählen, mit dem dieses Modell sieht oder hört</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>Anderes Modell wählen…</translation>
    </message>
    <message>
        <source>See the models on this machine</source>
        <translation>Die Modelle auf diesem Computer ansehen</translation>
    </message>
    <message>
        <source>Open {model}</source>
        <translation>{model} öffnen</translation>
    </message>
    <message>
        <source>Attach pages</source>
        <translation>Seiten anhängen</translation>
    </message>
    <message>
        <source>Open {model}, which supports them</source>
        <translation>{model} öffnen, das sie unterstützt</translation>
    </message>
    <message>
        <source>This model can neither see pictures nor hear sounds. It will read only their names.</source>
        <translation>Dieses Modell kann weder Bilder sehen noch Tonaufnahmen hören. Es liest nur deren Namen.</translation>
    </message>
    <message>
        <source>This model cannot see pictures. It will read only their names.</source>
        <translation>Dieses Modell kann keine Bilder sehen. Es liest nur deren Namen.</translation>
    </message>
    <message>
        <source>This model cannot hear sounds. It will read only their names.</source>
        <translation>Dieses Modell kann keine Tonaufnahmen hören. Es liest nur deren Namen.</translation>
    </message>
    <message>
        <source>Screenshot {when}</source>
        <translation>Bildschirmfoto {when}</translation>
    </message>
    <message>
        <source>Picture {when}</source>
        <translation>Bild {when}</translation>
    </message>
    <message>
        <source>No message is lost.</source>
        <translation>Keine Nachricht geht verloren.</translation>
    </message>
    <message>
        <source>{server} rejected the key, or requires one.</source>
        <translation>{server} hat den Schlüssel abgelehnt oder verlangt einen.</translation>
    </message>
    <message>
        <source>Enter the key of this server under “Servers…”.</source>
        <translation>Geben Sie den Schlüssel dieses Servers unter „Server…“ ein.</translation>
    </message>
    <message>
        <source>{server} did not find this address or model.</source>
        <translation>{server} hat diese Adresse oder dieses Modell nicht gefunden.</translation>
    </message>
    <message>
        <source>Check its address under “Servers…” (most end in /v1), and which models it has.</source>
        <translation>Prüfen Sie unter „Server…“ seine Adresse (die meisten enden auf /v1) und welche Modelle er hat.</translation>
    </message>
    <message>
        <source>{server} refused the request: {words}</source>
        <translation>{server} hat die Anfrage abgelehnt: {words}</translation>
    </message>
    <message>
        <source>{server} refused the request without giving a reason.</source>
        <translation>{server} hat die Anfrage ohne Begründung abgelehnt.</translation>
    </message>
    <message>
        <source>Change the chat settings, or choose another model.</source>
        <translation>Ändern Sie die Chat-Einstellungen, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>This chat is too long for the model of {server}.</source>
        <translation>Dieser Chat ist zu lang für das Modell von {server}.</translation>
    </message>
    <message>
        <source>Leave out the oldest messages, or choose a model with a larger context.</source>
        <translation>Lassen Sie die ältesten Nachrichten weg oder wählen Sie ein Modell mit größerem Kontext.</translation>
    </message>
    <message>
        <source>{server} is busy.</source>
        <translation>{server} ist ausgelastet.</translation>
    </message>
    <message>
        <source>{server} failed: {words}</source>
        <translation>{server} ist fehlgeschlagen: {words}</translation>
    </message>
    <message>
        <source>{server} failed without giving a reason.</source>
        <translation>{server} ist ohne Angabe von Gründen fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Try again; if it keeps happening, check the server.</source>
        <translation>Versuchen Sie es erneut; bleibt es dabei, prüfen Sie den Server.</translation>
    </message>
    <message>
        <source>The answer from {server} was interrupted.</source>
        <translation>Die Antwort von {server} wurde unterbrochen.</translation>
    </message>
    <message>
        <source>Try again, or continue the answer.</source>
        <translation>Versuchen Sie es erneut oder setzen Sie die Antwort fort.</translation>
    </message>
    <message>
        <source>Hearth does not understand the response from {server}.</source>
        <translation>Hearth versteht die Antwort von {server} nicht.</translation>
    </message>
    <message>
        <source>Check under “Servers…” that its address leads to an OpenAI-compatible API.</source>
        <translation>Prüfen Sie unter „Server…“, ob die Adresse zu einer OpenAI-kompatiblen API führt.</translation>
    </message>
    <message>
        <source>{server} blocked the rest of this answer.</source>
        <translation>{server} hat den Rest dieser Antwort gesperrt.</translation>
    </message>
    <message>
        <source>Rephrase your message, or choose another model.</source>
        <translation>Formulieren Sie Ihre Nachricht um, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Choose a model on this machine, or do without it.</source>
        <translation>Wählen Sie ein Modell auf diesem Computer, oder verzichten Sie darauf.</translation>
    </message>
    <message>
        <source>The server “{name}” no longer exists.</source>
        <translation>Den Server „{name}“ gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Add it again under “Servers…”, or choose another model.</source>
        <translation>Fügen Sie ihn unter „Server…“ wieder hinzu oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>{server} has no model “{model}”.</source>
        <translation>{server} hat kein Modell „{model}“.</translation>
    </message>
    <message>
        <source>Choose one of its current models.</source>
        <translation>Wählen Sie eines seiner jetzigen Modelle.</translation>
    </message>
    <message>
        <source>Hearth could not save the list of servers to {path} ({reason}).</source>
        <translation>Die Liste der Server konnte nicht in {path} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>No server was added, changed or removed; your chats are not affected.</source>
        <translation>Kein Server wurde hinzugefügt, geändert oder entfernt; Ihre Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Hearth uses the key until you close it; it never writes keys to a plain file.</source>
        <translation>Hearth verwendet den Schlüssel, bis Sie es schließen; es schreibt Schlüssel nie in eine unverschlüsselte Datei.</translation>
    </message>
    <message>
        <source>Unlock or install the {keyring}.</source>
        <translation>Entsperren oder installieren Sie: {keyring}.</translation>
    </message>
    <message>
        <source>This is not a key: it contains invalid characters.</source>
        <translation>Das ist kein Schlüssel: Er enthält ungültige Zeichen.</translation>
    </message>
    <message>
        <source>Copy the key again, without spaces or quotation marks.</source>
        <translation>Kopieren Sie den Schlüssel noch einmal, ohne Leer- und Anführungszeichen.</translation>
    </message>
    <message>
        <source>{server} does not make embeddings.</source>
        <translation>{server} erzeugt keine Embeddings.</translation>
    </message>
    <message>
        <source>{server} does not provide alternatives.</source>
        <translation>{server} liefert keine Alternativen.</translation>
    </message>
    <message>
        <source>{server} cannot do this.</source>
        <translation>{server} kann das nicht.</translation>
    </message>
    <message>
        <source>{server} cannot continue a partial answer.</source>
        <translation>{server} kann eine begonnene Antwort nicht fortsetzen.</translation>
    </message>
    <message>
        <source>{server} does not support grammars.</source>
        <translation>{server} unterstützt keine Grammatiken.</translation>
    </message>
    <message>
        <source>No server was added or changed.</source>
        <translation>Kein Server wurde hinzugefügt oder geändert.</translation>
    </message>
    <message>
        <source>A server name must have 1 to {most} characters, without slashes or colons.</source>
        <translation>Ein Servername muss 1 bis {most} Zeichen haben, ohne Schrägstriche und Doppelpunkte.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>With plain HTTP, anyone between you and the server could read your chats.</source>
        <translation>Bei unverschlüsseltem HTTP könnte jeder zwischen Ihnen und dem Server Ihre Chats lesen.</translation>
    </message>
    <message>
        <source>Use an address with https://, or connect through a tunnel.</source>
        <translation>Verwenden Sie eine Adresse mit https://, oder verbinden Sie sich durch einen Tunnel.</translation>
    </message>
    <message>
        <source>Others in your network can read data sent over plain HTTP.</source>
        <translation>Andere in Ihrem Netzwerk können Daten lesen, die über unverschlüsseltes HTTP gesendet werden.</translation>
    </message>
    <message>
        <source>Others in your network could read your chats and the key.</source>
        <translation>Andere in Ihrem Netz könnten Ihre Chats und den Schlüssel lesen.</translation>
    </message>
    <message>
        <source>Accept this if you trust everyone in your network, or use https://.</source>
        <translation>Akzeptieren Sie das, wenn Sie allen in Ihrem Netzwerk vertrauen, oder verwenden Sie https://.</translation>
    </message>
    <message>
        <source>Hearth found no certificates in {path}.</source>
        <translation>Hearth hat in {path} keine Zertifikate gefunden.</translation>
    </message>
    <message>
        <source>Choose a file in PEM format; the operator of the server can provide it.</source>
        <translation>Wählen Sie eine Datei im PEM-Format; der Betreiber des Servers kann sie Ihnen geben.</translation>
    </message>
    <message>
        <source>A server named “{name}” already exists.</source>
        <translation>Es gibt bereits einen Server namens „{name}“.</translation>
    </message>
    <message>
        <source>There are already {n} servers.</source>
        <translation>Es gibt bereits {n} Server.</translation>
    </message>
    <message>
        <source>Remove one first.</source>
        <translation>Entfernen Sie erst einen.</translation>
    </message>
    <message>
        <source>Hearth cannot read the list of your servers.</source>
        <translation>Die Liste Ihrer Server kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The list stays empty until you add a server; your chats are not affected.</source>
        <translation>Die Liste bleibt leer, bis Sie einen Server hinzufügen; Ihre Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>OpenAI-compatible API</source>
        <translation>OpenAI-kompatible API</translation>
    </message>
    <message>
        <source>Messages go to {server}</source>
        <translation>Nachrichten gehen an {server}</translation>
    </message>
    <message>
        <source>Messages go to {server} ({host})</source>
        <translation>Nachrichten gehen an {server} ({host})</translation>
    </message>
    <message>
        <source>Hearth sends the chat to {server}, which reads it there.</source>
        <translation>Hearth sendet den Chat an {server}, das ihn dort liest.</translation>
    </message>
    <message>
        <source>This server is a program on this machine. With each message, Hearth sends it the whole chat, including pictures; Hearth cannot see whether it forwards them. Your chats stay stored here.</source>
        <translation>Dieser Server ist ein Programm auf diesem Computer. Hearth sendet ihm mit jeder Nachricht den ganzen Chat, auch Bilder; ob er ihn weitergibt, kann Hearth nicht sehen. Ihre Chats bleiben hier gespeichert.</translation>
    </message>
    <message>
        <source>{host} is another machine in your network. With each message, Hearth sends it the whole chat, including pictures. Your chats stay stored on this machine.</source>
        <translation>{host} ist ein anderer Computer in Ihrem Netzwerk. Hearth sendet ihm mit jeder Nachricht den ganzen Chat, auch Bilder. Ihre Chats bleiben auf diesem Computer gespeichert.</translation>
    </message>
    <message>
        <source>{host} is on the internet. With each message, Hearth sends it the whole chat, including pictures, and its operator can read them. Your chats stay stored on this machine.</source>
        <translation>{host} liegt im Internet. Hearth sendet mit jeder Nachricht den ganzen Chat dorthin, auch Bilder, und der Betreiber kann sie lesen. Ihre Chats bleiben auf diesem Computer gespeichert.</translation>
    </message>
    <message>
        <source>Models on the server</source>
        <translation>Modelle auf dem Server</translation>
    </message>
    <message>
        <source>Models on {server}</source>
        <translation>Modelle auf {server}</translation>
    </message>
    <message>
        <source>This server lists no models. Check it, or enter them under “Edit…”.</source>
        <translation>Dieser Server listet keine Modelle auf. Prüfen Sie ihn, oder tragen Sie sie unter „Bearbeiten…“ ein.</translation>
    </message>
    <message>
        <source>Context length in tokens, if the server reports it</source>
        <translation>Kontextlänge in Token, falls der Server sie meldet</translation>
    </message>
    <message>
        <source>Accepts</source>
        <translation>Akzeptiert</translation>
    </message>
    <message>
        <source>The kinds of input it accepts, if the server reports them</source>
        <translation>Welche Eingaben er annimmt, falls der Server es meldet</translation>
    </message>
    <message>
        <source>Texts, pictures and sounds</source>
        <translation>Texte, Bilder und Töne</translation>
    </message>
    <message>
        <source>Texts and pictures</source>
        <translation>Texte und Bilder</translation>
    </message>
    <message>
        <source>Texts and sounds</source>
        <translation>Texte und Töne</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Add server</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindet…</translation>
    </message>
    <message>
        <source>You entered its models yourself, so you can still add it.</source>
        <translation>Sie haben seine Modelle selbst eingetragen und können ihn daher trotzdem hinzufügen.</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Wird gespeichert…</translation>
    </message>
    <message>
        <source>{kind} responds, but lists no models.</source>
        <translation>{kind} antwortet, listet aber keine Modelle auf.</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>{n} weitere</translation>
    </message>
    <message>
        <source>{kind} responds with {models}: {names}</source>
        <translation>{kind} antwortet mit {models}: {names}</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>File or folder</source>
        <translation>Datei oder Ordner</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>About how many tokens its text has</source>
        <translation>Wie viele Token der Text etwa hat</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Noch nicht gelesen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Nothing read yet</source>
        <translation>Noch nichts gelesen</translation>
    </message>
    <message>
        <source>{files} read, {n} not</source>
        <translation>{files} gelesen, {n} nicht</translation>
    </message>
    <message>
        <source>{files} read</source>
        <translation>{files} gelesen</translation>
    </message>
    <message>
        <source>Title: {title}.</source>
        <translation>Titel: {title}.</translation>
    </message>
    <message>
        <source>The kind of server</source>
        <translation>Die Art des Servers</translation>
    </message>
    <message>
        <source>The number of models at the last check</source>
        <translation>Die Anzahl der Modelle bei der letzten Prüfung</translation>
    </message>
    <message>
        <source>Whether Hearth has a key for it</source>
        <translation>Ob Hearth einen Schlüssel für ihn hat</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Verwendung</translation>
    </message>
    <message>
        <source>Remove server</source>
        <translation>Server entfernen</translation>
    </message>
    <message>
        <source>Remove {server} from the list?</source>
        <translation>{server} aus der Liste entfernen?</translation>
    </message>
    <message>
        <source>The loaded model runs on it and will stop answering.</source>
        <translation>Das geladene Modell läuft darauf und antwortet dann nicht mehr.</translation>
    </message>
    <message>
        <source>Hearth also removes its key from the {keyring}. Chats that it answered are kept.</source>
        <translation>Hearth entfernt auch seinen Schlüssel aus dem Passwortspeicher ({keyring}). Chats, in denen er geantwortet hat, bleiben erhalten.</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Tip</source>
        <translation>Tipp</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>Wichtig</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>Vorsicht</translation>
    </message>
    <message>
        <source>It is too large for this model.</source>
        <translation>Diese Form ist für dieses Modell zu groß.</translation>
    </message>
    <message>
        <source>“{address}” is not an rpc-server address: use HOST:PORT.</source>
        <translation>„{address}“ ist keine Adresse eines rpc-servers: Verwenden Sie HOST:PORT.</translation>
    </message>
    <message>
        <source>No rpc-server listens at {address}.</source>
        <translation>Unter {address} hört kein rpc-server.</translation>
    </message>
    <message>
        <source>{address} closes the connection; it is probably not an rpc-server.</source>
        <translation>{address} schließt die Verbindung; vermutlich ist es kein rpc-server.</translation>
    </message>
    <message>
        <source>The rpc-server at {address} does not respond; it serves one program at a time, and another one may be using it.</source>
        <translation>Der rpc-server unter {address} reagiert nicht; er bedient immer nur ein Programm, und womöglich verwendet ihn ein anderes.</translation>
    </message>
    <message>
        <source>The program at {address} is not an rpc-server.</source>
        <translation>Das Programm unter {address} ist kein rpc-server.</translation>
    </message>
    <message>
        <source>The rpc-server at {address} has an incompatible version of llama.cpp.</source>
        <translation>Der rpc-server unter {address} hat eine unpassende Version von llama.cpp.</translation>
    </message>
    <message>
        <source>Hearth cannot open the link “{link}”.</source>
        <translation>Hearth kann den Link „{link}“ nicht öffnen.</translation>
    </message>
    <message>
        <source>Nothing was opened or downloaded.</source>
        <translation>Nichts wurde geöffnet oder heruntergeladen.</translation>
    </message>
    <message>
        <source>A link to a model looks like hearth://open_from_hf?model=author/name.</source>
        <translation>Ein Link zu einem Modell sieht so aus: hearth://open_from_hf?model=author/name.</translation>
    </message>
    <message>
        <source>The model got no tools: its chat template has no place for them.</source>
        <translation>Das Modell bekam keine Werkzeuge: Seine Chat-Vorlage hat keinen Platz dafür.</translation>
    </message>
    <message>
        <source>Calls were not bound to the schema of {names}.</source>
        <translation>Aufrufe waren nicht an das Schema von {names} gebunden.</translation>
    </message>
    <message>
        <source>Tools that Hearth does not run were left out: {kinds}.</source>
        <translation>Weggelassen wurden Werkzeuge, die Hearth nicht ausführt: {kinds}.</translation>
    </message>
    <message>
        <source>Calls of tools that Hearth does not run were left out: {kinds}.</source>
        <translation>Weggelassen wurden Aufrufe von Werkzeugen, die Hearth nicht ausführt: {kinds}.</translation>
    </message>
    <message>
        <source>The file has changed since, or is gone. This is the passage as it was used.</source>
        <translation>Die Datei wurde seitdem geändert oder ist nicht mehr da. Das ist die Textstelle, wie sie verwendet wurde.</translation>
    </message>
    <message>
        <source>No program opens {name}.</source>
        <translation>Kein Programm öffnet {name}.</translation>
    </message>
    <message>
        <source>Not there</source>
        <translation>Nicht vorhanden</translation>
    </message>
    <message>
        <source>Not a regular file</source>
        <translation>Keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>Cannot be opened</source>
        <translation>Lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>Still being written</source>
        <translation>Wird noch geschrieben</translation>
    </message>
    <message>
        <source>Changed meanwhile</source>
        <translation>Inzwischen geändert</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>No text in this file</source>
        <translation>Kein Text in dieser Datei</translation>
    </message>
    <message>
        <source>No text in this scan</source>
        <translation>Kein Text in diesem Scan</translation>
    </message>
    <message>
        <source>Unknown format</source>
        <translation>Unbekanntes Format</translation>
    </message>
    <message>
        <source>Old Office format</source>
        <translation>Altes Office-Format</translation>
    </message>
    <message>
        <source>Locked with a password</source>
        <translation>Mit Passwort geschützt</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Beschädigt</translation>
    </message>
    <message>
        <source>Unpacks to too much</source>
        <translation>Entpackt zu groß</translation>
    </message>
    <message>
        <source>Too much text</source>
        <translation>Zu viel Text</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>Konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>Nicht erreichbar</translation>
    </message>
    <message>
        <source>{pages} without text</source>
        <translation>{pages} ohne Text</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>Kept read</source>
        <translation>Bleibt gelesen</translation>
    </message>
    <message>
        <source>Its disk or folder is not reachable now; what was read of it is kept.</source>
        <translation>Der Datenträger oder Ordner ist zurzeit nicht erreichbar; was gelesen wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Only pictures, and no text: {pages}.</source>
        <translation>Nur Bilder und kein Text: {pages}.</translation>
    </message>
    <message>
        <source>The model reads it while it is idle; chats about it start at once.</source>
        <translation>Das Modell liest sie, wenn es nichts zu tun hat; Chats darüber beginnen sofort.</translation>
    </message>
    <message>
        <source>Slide {name}</source>
        <translation>Folie {name}</translation>
    </message>
    <message>
        <source>Sheet {name}</source>
        <translation>Tabelle {name}</translation>
    </message>
    <message>
        <source>Page {name}</source>
        <translation>Seite {name}</translation>
    </message>
    <message>
        <source>Stopped. “Look again” reads the rest.</source>
        <translation>Angehalten. „Erneut prüfen“ liest den Rest.</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Von der Liste nehmen</translation>
    </message>
    <message>
        <source>Remove {name} from the list?</source>
        <translation>{name} von der Liste nehmen?</translation>
    </message>
    <message>
        <source>Your files stay where they are. Hearth forgets what it has read in them.</source>
        <translation>Ihre Dateien bleiben, wo sie sind. Hearth vergisst, was es darin gelesen hat.</translation>
    </message>
    <message>
        <source>Removed {name}; your files are where they were</source>
        <translation>{name} ist nicht mehr in der Liste; Ihre Dateien sind, wo sie waren</translation>
    </message>
    <message>
        <source>{page}: no text</source>
        <translation>{page}: kein Text</translation>
    </message>
    <message>
        <source>Read once for {chats}: {tokens}, {size} on disk.</source>
        <translation>Einmal gelesen für {chats}: {tokens}, {size} auf dem Datenträger.</translation>
    </message>
    <message>
        <source>Read once for {chats}: {tokens}, {size} on disk. Reading it for each of them would take {time} more.</source>
        <translation>Einmal gelesen für {chats}: {tokens}, {size} auf dem Datenträger. Getrennt gelesen, würde es {time} länger dauern.</translation>
    </message>
    <message>
        <source>Hearth searches your documents without it.</source>
        <translation>Hearth durchsucht Ihre Dokumente ohne dieses Modell.</translation>
    </message>
    <message>
        <source>Choose an embedding model as a GGUF file, or none.</source>
        <translation>Ein Embedding-Modell als GGUF-Datei wählen oder keines.</translation>
    </message>
    <message>
        <source>There is no readable embedding model at {path}.</source>
        <translation>Unter {path} gibt es kein lesbares Embedding-Modell.</translation>
    </message>
    <message>
        <source>llama.cpp stopped while it ran the embedding model {path}.</source>
        <translation>llama.cpp ist beim Ausführen des Embedding-Modells {path} abgebrochen.</translation>
    </message>
    <message>
        <source>Hearth could not start the process for the embedding model.</source>
        <translation>Hearth konnte den Prozess für das Embedding-Modell nicht starten.</translation>
    </message>
    <message>
        <source>Close other programs, then try again.</source>
        <translation>Andere Programme schließen und es dann erneut versuchen.</translation>
    </message>
    <message>
        <source>{tokens}, {time}</source>
        <translation>{tokens}, {time}</translation>
    </message>
    <message>
        <source>{tokens}: too long for the context</source>
        <translation>{tokens}: zu lang für den Kontext</translation>
    </message>
    <message>
        <source>{tokens} to read</source>
        <translation>{tokens} zu lesen</translation>
    </message>
    <message>
        <source>{tokens}, read already</source>
        <translation>{tokens}, schon gelesen</translation>
    </message>
    <message>
        <source>A quotation is not in the passages: “{words}”</source>
        <translation>Ein Zitat steht nicht in den Textstellen: „{words}“</translation>
    </message>
    <message>
        <source>{n} quotations are not in the passages</source>
        <translation>{n} Zitate stehen nicht in den Textstellen</translation>
    </message>
    <message>
        <source>Passages {numbers}</source>
        <translation>Textstellen {numbers}</translation>
    </message>
    <message>
        <source>Earlier in this chat</source>
        <translation>Weiter oben in diesem Chat</translation>
    </message>
    <message>
        <source>{name}
The file as it was on {when}</source>
        <translation>{name}
Die Datei, wie sie am {when} war</translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>Seite {page}</translation>
    </message>
    <message>
        <source>Passages in documents</source>
        <translation>Textstellen in Dokumenten</translation>
    </message>
    <message>
        <source>{name}, page {n}</source>
        <translation>{name}, Seite {n}</translation>
    </message>
    <message>
        <source>Open a model that sees pictures, and Hearth offers it the pages. Or have a program with text recognition (OCR) read the scan.</source>
        <translation>Öffnen Sie ein Modell, das Bilder sieht; Hearth bietet ihm dann die Seiten an. Oder lassen Sie den Scan von einem Programm mit Texterkennung (OCR) lesen.</translation>
    </message>
    <message>
        <source>“{name}” is a scan of {pages}. Let the model read it as pictures?</source>
        <translation>„{name}“ ist ein Scan mit {pages}. Soll das Modell ihn als Bilder lesen?</translation>
    </message>
    <message>
        <source>“{name}” is a scan of {pages}. Let the model read the first {n} as pictures?</source>
        <translation>„{name}“ ist ein Scan mit {pages}. Soll das Modell die ersten {n} als Bilder lesen?</translation>
    </message>
    <message>
        <source>It takes about {tokens}.</source>
        <translation>Das sind etwa {tokens}.</translation>
    </message>
    <message>
        <source>It takes about {tokens}, and {time} to read.</source>
        <translation>Das sind etwa {tokens}; das Lesen dauert {time}.</translation>
    </message>
    <message>
        <source>Without text, as they are pictures: pages {pages}</source>
        <translation>Ohne Text, weil sie Bilder sind: Seiten {pages}</translation>
    </message>
    <message>
        <source>Your chats are not affected.</source>
        <translation>Ihre Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Your chats and other tools are not affected.</source>
        <translation>Ihre Chats und andere Werkzeuge sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Nothing was called.</source>
        <translation>Es wurde nichts aufgerufen.</translation>
    </message>
    <message>
        <source>You have not allowed this call of {name}.</source>
        <translation>Sie haben diesen Aufruf von {name} nicht erlaubt.</translation>
    </message>
    <message>
        <source>Look at its arguments, and allow it if you want it.</source>
        <translation>Sehen Sie sich die Argumente an und erlauben Sie ihn, wenn Sie ihn möchten.</translation>
    </message>
    <message>
        <source>The tool {name} has changed since you allowed it.</source>
        <translation>Das Werkzeug {name} hat sich geändert, seit Sie es erlaubt haben.</translation>
    </message>
    <message>
        <source>Look at what it does now, and allow it again if you want it.</source>
        <translation>Sehen Sie sich an, was es jetzt tut, und erlauben Sie es erneut, wenn Sie es möchten.</translation>
    </message>
    <message>
        <source>There is no tool {name}.</source>
        <translation>Es gibt kein Werkzeug {name}.</translation>
    </message>
    <message>
        <source>“Tools…” in the menu and `hearth tools list` show the tools.</source>
        <translation>„Werkzeuge…“ im Menü und `hearth tools list` zeigen die Werkzeuge.</translation>
    </message>
    <message>
        <source>The arguments for {name} are not a JSON object.</source>
        <translation>Die Argumente für {name} sind kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>Correct them, or ask the model again.</source>
        <translation>Berichtigen Sie sie oder fragen Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>Hearth could not save which tools you allow in {path} ({reason}).</source>
        <translation>Hearth konnte nicht in {path} speichern, welche Werkzeuge Sie erlauben ({reason}).</translation>
    </message>
    <message>
        <source>Make the file writable, or free some space.</source>
        <translation>Machen Sie die Datei beschreibbar oder schaffen Sie Platz.</translation>
    </message>
    <message>
        <source>Hearth could not save the list of your tools in {path} ({reason}).</source>
        <translation>Hearth konnte die Liste Ihrer Werkzeuge nicht in {path} speichern ({reason}).</translation>
    </message>
    <message>
        <source>The server cannot be added as “{name}”: {why}.</source>
        <translation>Der Server kann nicht als „{name}“ hinzugefügt werden: {why}.</translation>
    </message>
    <message>
        <source>Names have letters, digits and hyphens, 24 at most.</source>
        <translation>Namen bestehen aus Buchstaben, Ziffern und Bindestrichen, höchstens 24.</translation>
    </message>
    <message>
        <source>There is no tool server “{name}”.</source>
        <translation>Es gibt keinen Werkzeugserver „{name}“.</translation>
    </message>
    <message>
        <source>`hearth tools servers` lists your servers.</source>
        <translation>`hearth tools servers` listet Ihre Server auf.</translation>
    </message>
    <message>
        <source>Hearth cannot keep secrets: it cannot use the {keyring} of this system.</source>
        <translation>Hearth kann nichts Geheimes aufbewahren: Der Passwortspeicher dieses Systems ({keyring}) kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>Nothing was saved; Hearth never writes secrets to a plain file.</source>
        <translation>Nichts wurde gespeichert; Hearth schreibt Geheimes nie in eine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>Unlock the {keyring}, or name a variable without its value.</source>
        <translation>Entsperren Sie den Passwortspeicher ({keyring}), oder nennen Sie eine Variable ohne ihren Wert.</translation>
    </message>
    <message>
        <source>The {keyring} of this system did not give up the keys of {server}.</source>
        <translation>Der Passwortspeicher dieses Systems ({keyring}) hat die Schlüssel von {server} nicht gelöscht.</translation>
    </message>
    <message>
        <source>The server was removed all the same.</source>
        <translation>Der Server wurde trotzdem entfernt.</translation>
    </message>
    <message>
        <source>Unlock the {keyring}, and delete there what is named “tool server {server}”.</source>
        <translation>Entsperren Sie den Passwortspeicher ({keyring}), und löschen Sie dort, was „tool server {server}“ heißt.</translation>
    </message>
    <message>
        <source>The {keyring} of this system did not give up keys that {server} had before.</source>
        <translation>Der Passwortspeicher dieses Systems ({keyring}) hat Schlüssel, die {server} vorher hatte, nicht gelöscht.</translation>
    </message>
    <message>
        <source>The server was changed all the same.</source>
        <translation>Der Server wurde trotzdem geändert.</translation>
    </message>
    <message>
        <source>Unlock the {keyring}, and delete there {names}.</source>
        <translation>Entsperren Sie den Passwortspeicher ({keyring}), und löschen Sie dort {names}.</translation>
    </message>
    <message>
        <source>There is no folder “{name}”.</source>
        <translation>Es gibt keinen Ordner „{name}“.</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>Wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>{path} is not a list of MCP servers ({reason}).</source>
        <translation>{path} ist keine Liste von MCP-Servern ({reason}).</translation>
    </message>
    <message>
        <source>Name the mcp.json of LM Studio or Cursor, or Claude&apos;s claude_desktop_config.json.</source>
        <translation>Geben Sie die mcp.json von LM Studio oder Cursor an oder die claude_desktop_config.json von Claude.</translation>
    </message>
    <message>
        <source>Read what it printed last, or ask whoever made it.</source>
        <translation>Lesen Sie, was er zuletzt ausgegeben hat, oder fragen Sie seine Entwickler.</translation>
    </message>
    <message>
        <source>Try again; Hearth starts it anew.</source>
        <translation>Versuchen Sie es erneut; Hearth startet ihn neu.</translation>
    </message>
    <message>
        <source>The tool server {server} did not answer within {seconds} s of its start.</source>
        <translation>Der Werkzeugserver {server} hat innerhalb von {seconds} s nach seinem Start nicht geantwortet.</translation>
    </message>
    <message>
        <source>The tool server {server} is still starting.</source>
        <translation>Der Werkzeugserver {server} startet noch.</translation>
    </message>
    <message>
        <source>The tool server {server} did not answer within {seconds} s.</source>
        <translation>Der Werkzeugserver {server} hat innerhalb von {seconds} s nicht geantwortet.</translation>
    </message>
    <message>
        <source>The tool server {server} sent far more messages than it was asked for.</source>
        <translation>Der Werkzeugserver {server} hat weit mehr Nachrichten gesendet, als er sollte.</translation>
    </message>
    <message>
        <source>Ask whoever made the server.</source>
        <translation>Fragen Sie die Entwickler des Servers.</translation>
    </message>
    <message>
        <source>The tool server {server} sent more than {limit} MB in one message.</source>
        <translation>Der Werkzeugserver {server} hat mehr als {limit} MB in einer Nachricht gesendet.</translation>
    </message>
    <message>
        <source>Ask for less.</source>
        <translation>Fordern Sie weniger an.</translation>
    </message>
    <message>
        <source>The tool server {server} sent an answer that Hearth cannot read.</source>
        <translation>Der Werkzeugserver {server} hat eine Antwort gesendet, die Hearth nicht lesen kann.</translation>
    </message>
    <message>
        <source>The tool server {server} refused: {said}</source>
        <translation>Der Werkzeugserver {server} hat abgelehnt: {said}</translation>
    </message>
    <message>
        <source>Correct the arguments, or ask for something else.</source>
        <translation>Berichtigen Sie die Argumente oder fordern Sie etwas anderes an.</translation>
    </message>
    <message>
        <source>The tool server {server} asked for input that Hearth cannot give yet.</source>
        <translation>Der Werkzeugserver {server} hat nach Eingaben gefragt, die Hearth noch nicht geben kann.</translation>
    </message>
    <message>
        <source>Use another tool.</source>
        <translation>Verwenden Sie ein anderes Werkzeug.</translation>
    </message>
    <message>
        <source>The tool server {server} no longer knows Hearth.</source>
        <translation>Der Werkzeugserver {server} kennt Hearth nicht mehr.</translation>
    </message>
    <message>
        <source>You have not yet allowed the tool server {server}: {origin}</source>
        <translation>Sie haben den Werkzeugserver {server} noch nicht erlaubt: {origin}</translation>
    </message>
    <message>
        <source>It was not started, and nothing was sent to it.</source>
        <translation>Er wurde nicht gestartet, und es wurde nichts an ihn gesendet.</translation>
    </message>
    <message>
        <source>Allow it if you know it.</source>
        <translation>Erlauben Sie ihn, wenn Sie ihn kennen.</translation>
    </message>
    <message>
        <source>The tool server {server} cannot be started: there is no program {program}.</source>
        <translation>Der Werkzeugserver {server} kann nicht gestartet werden: Es gibt kein Programm {program}.</translation>
    </message>
    <message>
        <source>Install the program, or correct the command.</source>
        <translation>Installieren Sie das Programm oder berichtigen Sie den Befehl.</translation>
    </message>
    <message>
        <source>The tool server {server} cannot be started ({reason}).</source>
        <translation>Der Werkzeugserver {server} kann nicht gestartet werden ({reason}).</translation>
    </message>
    <message>
        <source>Correct the command, or ask whoever made the server.</source>
        <translation>Berichtigen Sie den Befehl oder fragen Sie die Entwickler des Servers.</translation>
    </message>
    <message>
        <source>The tool server {server} keeps failing; Hearth starts it again in {seconds} s.</source>
        <translation>Der Werkzeugserver {server} versagt immer wieder; Hearth startet ihn in {seconds} s erneut.</translation>
    </message>
    <message>
        <source>The tool server {server} speaks no version of MCP that Hearth knows ({version}).</source>
        <translation>Der Werkzeugserver {server} spricht keine Version von MCP, die Hearth kennt ({version}).</translation>
    </message>
    <message>
        <source>Update Hearth, or install an older version of the server.</source>
        <translation>Aktualisieren Sie Hearth oder installieren Sie eine ältere Version des Servers.</translation>
    </message>
    <message>
        <source>The tool server {server} does not let Hearth in.</source>
        <translation>Der Werkzeugserver {server} lässt Hearth nicht hinein.</translation>
    </message>
    <message>
        <source>Give its key if it takes one. Hearth cannot sign in with OAuth yet.</source>
        <translation>Geben Sie seinen Schlüssel an, falls er einen annimmt. Mit OAuth kann sich Hearth noch nicht anmelden.</translation>
    </message>
    <message>
        <source>The tool server {server} wants {name}, and the {keyring} has no value for it.</source>
        <translation>Der Werkzeugserver {server} verlangt {name}, und der Schlüsselspeicher ({keyring}) hat keinen Wert dafür.</translation>
    </message>
    <message>
        <source>Add the server again with its values, or set the variable for Hearth.</source>
        <translation>Fügen Sie den Server mit seinen Werten erneut hinzu oder setzen Sie die Variable für Hearth.</translation>
    </message>
    <message>
        <source>{address} is not encrypted, so that others could read the key of {server}.</source>
        <translation>{address} ist nicht verschlüsselt, sodass andere den Schlüssel von {server} lesen könnten.</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>Es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Use an address that begins with https.</source>
        <translation>Verwenden Sie eine Adresse, die mit https beginnt.</translation>
    </message>
    <message>
        <source>The argument {argument} is missing, or is not {kind}.</source>
        <translation>Das Argument {argument} fehlt oder ist nicht {kind}.</translation>
    </message>
    <message>
        <source>Correct it, or ask the model again.</source>
        <translation>Berichtigen Sie es oder fragen Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>This cannot be computed: {reason}.</source>
        <translation>Das kann nicht berechnet werden: {reason}.</translation>
    </message>
    <message>
        <source>Write numbers, + - * / // % **, and functions such as sqrt(2).</source>
        <translation>Schreiben Sie Zahlen, + - * / // % ** und Funktionen wie sqrt(2).</translation>
    </message>
    <message>
        <source>There is no time zone “{name}” here.</source>
        <translation>Hier gibt es keine Zeitzone „{name}“.</translation>
    </message>
    <message>
        <source>Name one as in Europe/Berlin.</source>
        <translation>Nennen Sie eine wie Europe/Berlin.</translation>
    </message>
    <message>
        <source>The result “{name}” is no longer kept.</source>
        <translation>Das Ergebnis „{name}“ ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>Call its tool again.</source>
        <translation>Rufen Sie sein Werkzeug erneut auf.</translation>
    </message>
    <message>
        <source>There is no document “{name}” in the list.</source>
        <translation>In der Liste gibt es kein Dokument „{name}“.</translation>
    </message>
    <message>
        <source>Search the documents first; results name them.</source>
        <translation>Durchsuchen Sie zuerst die Dokumente; die Ergebnisse nennen sie.</translation>
    </message>
    <message>
        <source>“{name}” is not a file in the chosen folder.</source>
        <translation>„{name}“ ist keine Datei im gewählten Ordner.</translation>
    </message>
    <message>
        <source>Nothing was read.</source>
        <translation>Es wurde nichts gelesen.</translation>
    </message>
    <message>
        <source>Links and paths out of the folder are not followed.</source>
        <translation>Verknüpfungen und Pfaden aus dem Ordner hinaus wird nicht gefolgt.</translation>
    </message>
    <message>
        <source>The file “{name}” cannot be read ({reason}).</source>
        <translation>Die Datei „{name}“ kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>The page at {host} cannot be used: {reason}.</source>
        <translation>Die Seite bei {host} ist nicht verwendbar: {reason}.</translation>
    </message>
    <message>
        <source>Choose another page.</source>
        <translation>Wählen Sie eine andere Seite.</translation>
    </message>
    <message>
        <source>{host} leads to {address}, which was not asked for.</source>
        <translation>{host} führt zu {address}, wonach nicht gefragt war.</translation>
    </message>
    <message>
        <source>Nothing was sent there.</source>
        <translation>Dorthin wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Fetch that address if you want it.</source>
        <translation>Rufen Sie diese Adresse ab, wenn Sie sie möchten.</translation>
    </message>
    <message>
        <source>{host} returned no list of results.</source>
        <translation>{host} hat keine Liste von Ergebnissen geliefert.</translation>
    </message>
    <message>
        <source>A SearXNG server has to allow the format JSON (search.formats).</source>
        <translation>Ein SearXNG-Server muss das Format JSON erlauben (search.formats).</translation>
    </message>
    <message>
        <source>The search engine {engine} needs a key, and Hearth has none.</source>
        <translation>Die Suchmaschine {engine} braucht einen Schlüssel, und Hearth hat keinen.</translation>
    </message>
    <message>
        <source>`hearth tools set search {engine} --key` asks for it.</source>
        <translation>`hearth tools set search {engine} --key` fragt danach.</translation>
    </message>
    <message>
        <source>The search engine {engine} does not accept the key.</source>
        <translation>Die Suchmaschine {engine} nimmt den Schlüssel nicht an.</translation>
    </message>
    <message>
        <source>`hearth tools set search {engine} --key` asks for another one.</source>
        <translation>`hearth tools set search {engine} --key` fragt nach einem anderen.</translation>
    </message>
    <message>
        <source>Running code needs Linux: other systems have no bubblewrap.</source>
        <translation>Um Code auszuführen, ist Linux nötig: Andere Systeme haben kein bubblewrap.</translation>
    </message>
    <message>
        <source>Running code needs bubblewrap, which is not installed.</source>
        <translation>Um Code auszuführen, ist bubblewrap nötig, das nicht installiert ist.</translation>
    </message>
    <message>
        <source>Install the package bubblewrap.</source>
        <translation>Installieren Sie das Paket bubblewrap.</translation>
    </message>
    <message>
        <source>Running code needs the Python of your system, which is not installed.</source>
        <translation>Um Code auszuführen, ist das Python Ihres Systems nötig, das nicht installiert ist.</translation>
    </message>
    <message>
        <source>Install the package python3.</source>
        <translation>Installieren Sie das Paket python3.</translation>
    </message>
    <message>
        <source>Your system does not let bubblewrap make a place to run code in ({reason}).</source>
        <translation>Ihr System lässt bubblewrap keinen Ort einrichten, an dem Code laufen kann ({reason}).</translation>
    </message>
    <message>
        <source>Allow user namespaces, and install bubblewrap 0.8 or newer.</source>
        <translation>Erlauben Sie User-Namespaces, und installieren Sie bubblewrap 0.8 oder neuer.</translation>
    </message>
    <message>
        <source>The code could not be run ({reason}).</source>
        <translation>Der Code konnte nicht ausgeführt werden ({reason}).</translation>
    </message>
    <message>
        <source>Try again; if it stays, start Hearth anew.</source>
        <translation>Versuchen Sie es erneut; bleibt es dabei, starten Sie Hearth neu.</translation>
    </message>
    <message>
        <source>The code has more than {limit} kB.</source>
        <translation>Der Code hat mehr als {limit} kB.</translation>
    </message>
    <message>
        <source>It was not run.</source>
        <translation>Er wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>Write a shorter program.</source>
        <translation>Schreiben Sie ein kürzeres Programm.</translation>
    </message>
    <message>
        <source>{name} is switched off there.</source>
        <translation>{name} ist dort ausgeschaltet.</translation>
    </message>
    <message>
        <source>{name} speaks an older form of HTTP (SSE).</source>
        <translation>{name} verwendet eine ältere Form von HTTP (SSE).</translation>
    </message>
    <message>
        <source>{name} has neither a command nor an address.</source>
        <translation>{name} hat weder einen Befehl noch eine Adresse.</translation>
    </message>
    <message>
        <source>{name} has a variable that is no text.</source>
        <translation>{name} hat eine Variable, die kein Text ist.</translation>
    </message>
    <message>
        <source>{name} has a place that its program fills in.</source>
        <translation>{name} hat eine Stelle, die sein Programm ausfüllt.</translation>
    </message>
    <message>
        <source>The model called a tool again with the same arguments.</source>
        <translation>Das Modell hat ein Werkzeug erneut mit denselben Argumenten aufgerufen.</translation>
    </message>
    <message>
        <source>The model has called tools in {n} answers.</source>
        <translation>Das Modell hat in {n} Antworten Werkzeuge aufgerufen.</translation>
    </message>
    <message>
        <source>The model has called tools {n} times.</source>
        <translation>Das Modell hat {n}-mal Werkzeuge aufgerufen.</translation>
    </message>
    <message>
        <source>The tools took {n} minutes.</source>
        <translation>Die Werkzeuge haben {n} Minuten gebraucht.</translation>
    </message>
    <message>
        <source>The tools returned {n} MB of text.</source>
        <translation>Die Werkzeuge haben {n} MB Text geliefert.</translation>
    </message>
    <message>
        <source>was ended</source>
        <translation>wurde beendet</translation>
    </message>
    <message>
        <source>The tool server {server} {how}.</source>
        <translation>Der Werkzeugserver {server} {how}.</translation>
    </message>
    <message>
        <source>Hearth cannot read which tools you have allowed.</source>
        <translation>Hearth kann nicht lesen, welche Werkzeuge Sie erlaubt haben.</translation>
    </message>
    <message>
        <source>It asks again for each of them; your chats are not affected.</source>
        <translation>Hearth fragt bei jedem erneut; Ihre Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Hearth cannot read the list of your tool servers.</source>
        <translation>Hearth kann die Liste Ihrer Werkzeugserver nicht lesen.</translation>
    </message>
    <message>
        <source>The list stays empty until you add one; your chats are not affected.</source>
        <translation>Die Liste bleibt leer, bis Sie einen hinzufügen; Ihre Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei auswählen…</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Hearth adds the servers that you choose and starts none: it asks before the first start of each.</source>
        <translation>Hearth fügt die Server hinzu, die Sie auswählen, und startet keinen: Vor dem ersten Start eines jeden fragt es Sie.</translation>
    </message>
    <message>
        <source>No list of Claude Desktop, LM Studio, Cursor or VS Code was found here.</source>
        <translation>Hier wurde keine Liste von Claude Desktop, LM Studio, Cursor oder VS Code gefunden.</translation>
    </message>
    <message>
        <source>You have it already.</source>
        <translation>Sie haben ihn schon.</translation>
    </message>
    <message>
        <source>It has no servers.</source>
        <translation>Sie enthält keine Server.</translation>
    </message>
    <message>
        <source>Add a tool server</source>
        <translation>Werkzeugserver hinzufügen</translation>
    </message>
    <message>
        <source>Edit tool server</source>
        <translation>Werkzeugserver bearbeiten</translation>
    </message>
    <message>
        <source>Command or address</source>
        <translation>Befehl oder Adresse</translation>
    </message>
    <message>
        <source>Your home folder</source>
        <translation>Ihr Benutzerordner</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Next…</source>
        <translation>Weiter…</translation>
    </message>
    <message>
        <source>&amp;Command or address</source>
        <translation>&amp;Befehl oder Adresse</translation>
    </message>
    <message>
        <source>The command line of a server that speaks MCP, or an address that begins with http. Hearth shows it to you before it starts it.</source>
        <translation>Die Befehlszeile eines Servers, der MCP spricht, oder eine Adresse, die mit http beginnt. Hearth zeigt sie Ihnen, bevor es ihn startet.</translation>
    </message>
    <message>
        <source>Hearth keeps it in the {keyring} of this system. Leave empty to keep the saved key.</source>
        <translation>Hearth bewahrt ihn im Passwortspeicher dieses Systems ({keyring}) auf. Leer lassen, um den gespeicherten Schlüssel zu behalten.</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>One in each line, as NAME=VALUE. Hearth keeps the values in the {keyring} of this system. A name without a value keeps the saved one, or gets that of Hearth&apos;s own variable.</source>
        <translation>Je Zeile eine, als NAME=WERT. Hearth bewahrt die Werte im Passwortspeicher dieses Systems ({keyring}) auf. Ein Name ohne Wert behält den gespeicherten oder bekommt den von Hearths eigener Variable.</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>&amp;Variablen</translation>
    </message>
    <message>
        <source>There is a server of this name already.</source>
        <translation>Es gibt schon einen Server dieses Namens.</translation>
    </message>
    <message>
        <source>A quotation mark in the command has no end.</source>
        <translation>Ein Anführungszeichen im Befehl wird nicht geschlossen.</translation>
    </message>
    <message>
        <source>A key has letters, digits and signs, and no blanks.</source>
        <translation>Ein Schlüssel hat Buchstaben, Ziffern und Zeichen, und keine Leerzeichen.</translation>
    </message>
    <message>
        <source>You have no tool servers yet: add one, or import those of another program on this machine.</source>
        <translation>Sie haben noch keine Werkzeugserver: Fügen Sie einen hinzu, oder importieren Sie die eines anderen Programms auf diesem Rechner.</translation>
    </message>
    <message>
        <source>The model then reads {tokens} again.</source>
        <translation>Das Modell liest dann {tokens} neu.</translation>
    </message>
    <message>
        <source>The model then reads {tokens} again: {time}.</source>
        <translation>Das Modell liest dann {tokens} neu: {time}.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Change the tools of this chat?</source>
        <translation>Die Werkzeuge dieses Chats ändern?</translation>
    </message>
    <message>
        <source>this model cannot use them</source>
        <translation>dieses Modell kann sie nicht benutzen</translation>
    </message>
    <message>
        <source>What the tool does</source>
        <translation>Was das Werkzeug tut</translation>
    </message>
    <message>
        <source>Tool servers</source>
        <translation>Werkzeugserver</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Search and folder…</source>
        <translation>Suche und Ordner…</translation>
    </message>
    <message>
        <source>Permissions…</source>
        <translation>Erlaubnisse…</translation>
    </message>
    <message>
        <source>Log…</source>
        <translation>Protokoll…</translation>
    </message>
    <message>
        <source>What a model may call in a chat. Hearth starts a server only when you have seen and allowed its command, and asks before each call unless you allowed it.</source>
        <translation>Was ein Modell in einem Chat aufrufen darf. Hearth startet einen Server nur, wenn Sie seinen Befehl gesehen und erlaubt haben, und fragt vor jedem Aufruf, den Sie nicht schon erlaubt haben.</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Allow and start…</source>
        <translation>Erlauben und starten…</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Hearth has not started it: it first shows you what it would start.</source>
        <translation>Hearth hat ihn nicht gestartet: Es zeigt Ihnen zuerst, was es starten würde.</translation>
    </message>
    <message>
        <source>It is not what you allowed. Hearth shows you first what it would start.</source>
        <translation>Er ist nicht, was Sie erlaubt haben. Hearth zeigt Ihnen zuerst, was es starten würde.</translation>
    </message>
    <message>
        <source>It may have to be downloaded first, which can take a minute.</source>
        <translation>Er muss vielleicht erst heruntergeladen werden, was eine Minute dauern kann.</translation>
    </message>
    <message>
        <source>It has no tools.</source>
        <translation>Er hat keine Werkzeuge.</translation>
    </message>
    <message>
        <source>Hearth starts it when a chat needs its tools.</source>
        <translation>Hearth startet ihn, wenn ein Chat seine Werkzeuge braucht.</translation>
    </message>
    <message>
        <source>Hearth ends it, forgets what you allowed it, and removes its keys from the {keyring}. Chats keep what it has answered.</source>
        <translation>Hearth beendet ihn, vergisst, was Sie ihm erlaubt haben, und entfernt seine Schlüssel aus dem Passwortspeicher ({keyring}). Chats behalten, was er geantwortet hat.</translation>
    </message>
    <message>
        <source>Removed {name}</source>
        <translation>{name} wurde entfernt</translation>
    </message>
    <message>
        <source>Added: {n}. Hearth asks before it starts one.</source>
        <translation>Hinzugefügt: {n}. Hearth fragt, bevor es einen startet.</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Gespeichert.</translation>
    </message>
    <message>
        <source>Log of {server}</source>
        <translation>Protokoll von {server}</translation>
    </message>
    <message>
        <source>Arguments of the call</source>
        <translation>Argumente des Aufrufs</translation>
    </message>
    <message>
        <source>These arguments are not a JSON object.</source>
        <translation>Diese Argumente sind kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>In diesem Chat erlauben</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Immer erlauben</translation>
    </message>
    <message>
        <source>Don&apos;t allow</source>
        <translation>Nicht erlauben</translation>
    </message>
    <message>
        <source>The model wants to use: {tool}</source>
        <translation>Das Modell möchte benutzen: {tool}</translation>
    </message>
    <message>
        <source>Always allow {site}</source>
        <translation>{site} immer erlauben</translation>
    </message>
    <message>
        <source>Never ask again, until this tool changes</source>
        <translation>Nicht mehr fragen, bis sich dieses Werkzeug ändert</translation>
    </message>
    <message>
        <source>The server {server} gets this: {origin}</source>
        <translation>Der Server {server} bekommt das: {origin}</translation>
    </message>
    <message>
        <source>Hearth contacts {site} for it.</source>
        <translation>Hearth kontaktiert dafür {site}.</translation>
    </message>
    <message>
        <source>It reads in your folder {folder}.</source>
        <translation>Es liest in Ihrem Ordner {folder}.</translation>
    </message>
    <message>
        <source>This tool has changed since you allowed it.</source>
        <translation>Dieses Werkzeug hat sich geändert, seit Sie es erlaubt haben.</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Search in chats</source>
        <translation>In Chats suchen</translation>
    </message>
    <message>
        <source>Search in documents</source>
        <translation>In Dokumenten suchen</translation>
    </message>
    <message>
        <source>Read documents</source>
        <translation>Dokumente lesen</translation>
    </message>
    <message>
        <source>Read files</source>
        <translation>Dateien lesen</translation>
    </message>
    <message>
        <source>Fetch web pages</source>
        <translation>Webseiten abrufen</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Websuche</translation>
    </message>
    <message>
        <source>Run Python</source>
        <translation>Python ausführen</translation>
    </message>
    <message>
        <source>{tool}: {given}</source>
        <translation>{tool}: {given}</translation>
    </message>
    <message>
        <source>Hearth could not write the page for your browser ({reason}).</source>
        <translation>Hearth konnte die Seite für Ihren Browser nicht schreiben ({reason}).</translation>
    </message>
    <message>
        <source>Nothing was opened.</source>
        <translation>Es wurde nichts geöffnet.</translation>
    </message>
    <message>
        <source>Free some space, or make the cache folder writable.</source>
        <translation>Schaffen Sie Platz, oder machen Sie den Cache-Ordner beschreibbar.</translation>
    </message>
    <message>
        <source>Nothing was imported, and your projects and chats are unchanged.</source>
        <translation>Es wurde nichts importiert; Ihre Projekte und Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Your projects and chats are unchanged.</source>
        <translation>Ihre Projekte und Chats sind unverändert.</translation>
    </message>
    <message>
        <source>“{name}” is not a project that Hearth can read.</source>
        <translation>„{name}“ ist kein Projekt, das Hearth lesen kann.</translation>
    </message>
    <message>
        <source>Choose a project from Hearth, a character card (PNG, WebP, JPEG, JSON or CHARX), a preset from LM Studio, or a model exported from Open WebUI.</source>
        <translation>Wählen Sie ein Projekt von Hearth, eine Charakterkarte (PNG, WebP, JPEG, JSON oder CHARX), ein Preset von LM Studio oder ein aus Open WebUI exportiertes Modell.</translation>
    </message>
    <message>
        <source>The picture “{name}” contains no character card.</source>
        <translation>Das Bild „{name}“ enthält keine Charakterkarte.</translation>
    </message>
    <message>
        <source>Get the original file again: many websites and messengers remove the card from a picture.</source>
        <translation>Besorgen Sie sich noch einmal die Originaldatei: Viele Webseiten und Messenger entfernen die Karte aus dem Bild.</translation>
    </message>
    <message>
        <source>Download or export it again, then choose the new file.</source>
        <translation>Laden oder exportieren Sie die Datei noch einmal und wählen Sie dann die neue.</translation>
    </message>
    <message>
        <source>“{name}” is too large, or unpacks to too much.</source>
        <translation>„{name}“ ist zu groß oder wird entpackt zu groß.</translation>
    </message>
    <message>
        <source>Choose a file of at most {limit} MB.</source>
        <translation>Wählen Sie eine Datei mit höchstens {limit} MB.</translation>
    </message>
    <message>
        <source>“{name}” was exported by a newer version of Hearth.</source>
        <translation>„{name}“ wurde von einer neueren Version von Hearth exportiert.</translation>
    </message>
    <message>
        <source>Install the newest version of Hearth, then import the file again.</source>
        <translation>Installieren Sie die neueste Version von Hearth und importieren Sie die Datei dann noch einmal.</translation>
    </message>
    <message>
        <source>The project’s instructions are longer than {limit} characters.</source>
        <translation>Die Anweisungen des Projekts sind länger als {limit} Zeichen.</translation>
    </message>
    <message>
        <source>Shorten the instructions, or attach the long part as a document.</source>
        <translation>Kürzen Sie die Anweisungen oder fügen Sie den langen Teil als Dokument hinzu.</translation>
    </message>
    <message>
        <source>The project has too many opening messages, or one of them is too long.</source>
        <translation>Das Projekt hat zu viele Eröffnungsnachrichten oder eine davon ist zu lang.</translation>
    </message>
    <message>
        <source>Keep at most {limit} opening messages with at most {chars} characters each.</source>
        <translation>Behalten Sie höchstens {limit} Eröffnungsnachrichten mit jeweils höchstens {chars} Zeichen.</translation>
    </message>
    <message>
        <source>The project’s lore has too many entries or is too long.</source>
        <translation>Das Hintergrundwissen des Projekts hat zu viele Einträge oder ist zu lang.</translation>
    </message>
    <message>
        <source>Keep at most {limit} entries with at most {chars} characters in total.</source>
        <translation>Behalten Sie höchstens {limit} Einträge mit zusammen höchstens {chars} Zeichen.</translation>
    </message>
    <message>
        <source>The project has too many documents or tools.</source>
        <translation>Das Projekt hat zu viele Dokumente oder Werkzeuge.</translation>
    </message>
    <message>
        <source>Keep at most {limit} of each.</source>
        <translation>Behalten Sie jeweils höchstens {limit}.</translation>
    </message>
    <message>
        <source>Hearth cannot use the project’s picture.</source>
        <translation>Hearth kann das Bild des Projekts nicht verwenden.</translation>
    </message>
    <message>
        <source>Choose another picture: a PNG, JPEG or WebP file.</source>
        <translation>Wählen Sie ein anderes Bild: eine PNG-, JPEG- oder WebP-Datei.</translation>
    </message>
    <message>
        <source>Hearth could not read {path} ({reason}).</source>
        <translation>Hearth konnte {path} nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>Nothing was done or changed.</source>
        <translation>Es wurde nichts getan oder geändert.</translation>
    </message>
    <message>
        <source>Check the path, and that you may read the file.</source>
        <translation>Prüfen Sie den Pfad, und ob Sie die Datei lesen dürfen.</translation>
    </message>
    <message>
        <source>Hearth could not write {path} ({reason}).</source>
        <translation>Hearth konnte {path} nicht schreiben ({reason}).</translation>
    </message>
    <message>
        <source>The project is unchanged.</source>
        <translation>Das Projekt ist unverändert.</translation>
    </message>
    <message>
        <source>Choose another place, or free some space.</source>
        <translation>Wählen Sie einen anderen Ort, oder schaffen Sie Platz.</translation>
    </message>
    <message>
        <source>Leave project</source>
        <translation>Projekt verlassen</translation>
    </message>
    <message>
        <source>Start a chat without this project</source>
        <translation>Einen Chat ohne dieses Projekt beginnen</translation>
    </message>
    <message>
        <source>Update this chat</source>
        <translation>Diesen Chat aktualisieren</translation>
    </message>
    <message>
        <source>Use the project as it is now</source>
        <translation>Das Projekt in seiner jetzigen Form verwenden</translation>
    </message>
    <message>
        <source>Project {name}</source>
        <translation>Projekt {name}</translation>
    </message>
    <message>
        <source>1 document</source>
        <translation>1 Dokument</translation>
    </message>
    <message>
        <source>{n} documents</source>
        <translation>{n} Dokumente</translation>
    </message>
    <message>
        <source>not found: {names}</source>
        <translation>nicht gefunden: {names}</translation>
    </message>
    <message>
        <source>The project has changed since this chat began.</source>
        <translation>Das Projekt hat sich geändert, seit dieser Chat begann.</translation>
    </message>
    <message>
        <source>Please fill this in.</source>
        <translation>Bitte ausfüllen.</translation>
    </message>
    <message>
        <source>Write the date like this: 2026-12-31.</source>
        <translation>Bitte schreiben Sie das Datum so: 2026-12-31.</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>Das ist keine Zahl.</translation>
    </message>
    <message>
        <source>The smallest number here is {n}.</source>
        <translation>Die kleinste Zahl ist hier {n}.</translation>
    </message>
    <message>
        <source>The largest number here is {n}.</source>
        <translation>Die größte Zahl ist hier {n}.</translation>
    </message>
    <message>
        <source>“{name}” needs options such as {options}.</source>
        <translation>„{name}“ braucht eine Auswahl wie {options}.</translation>
    </message>
    <message>
        <source>Hearth does not understand “{said}” in “{name}”.</source>
        <translation>Hearth versteht „{said}“ in „{name}“ nicht.</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Summarise the text below {{length | select:options=[&quot;in one sentence&quot;,&quot;in three bullet points&quot;,&quot;in one paragraph&quot;]:default=&quot;in three bullet points&quot;}}. Keep names, numbers and dates as they are, and add nothing that the text does not say.

{{text | textarea:placeholder=&quot;Paste the text here&quot;:required}}</source>
        <translation>Fasse den folgenden Text {{Länge | select:options=[&quot;in einem Satz&quot;,&quot;in drei Stichpunkten&quot;,&quot;in einem Absatz&quot;]:default=&quot;in drei Stichpunkten&quot;}} zusammen. Übernimm Namen, Zahlen und Daten unverändert und füge nichts hinzu, was nicht im Text steht.

{{Text | textarea:placeholder=&quot;Text hier einfügen&quot;:required}}</translation>
    </message>
    <message>
        <source>Rewrite</source>
        <translation>Umformulieren</translation>
    </message>
    <message>
        <source>Rewrite the text below so that it sounds {{tone | select:options=[&quot;friendly&quot;,&quot;formal&quot;,&quot;factual&quot;,&quot;relaxed&quot;,&quot;confident&quot;]:default=&quot;friendly&quot;}}. Keep its meaning, its language and roughly its length. Answer with the new text only.

{{text | textarea:placeholder=&quot;Paste the text here&quot;:required}}</source>
        <translation>Formuliere den folgenden Text so um, dass er {{Ton | select:options=[&quot;freundlich&quot;,&quot;förmlich&quot;,&quot;sachlich&quot;,&quot;locker&quot;,&quot;selbstbewusst&quot;]:default=&quot;freundlich&quot;}} klingt. Inhalt, Sprache und ungefähre Länge bleiben gleich. Antworte nur mit dem neuen Text.

{{Text | textarea:placeholder=&quot;Text hier einfügen&quot;:required}}</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Translate the text below into {{language | text:placeholder=&quot;French&quot;:required}}. Keep its tone and its layout. Answer with the translation only.

{{text | textarea:placeholder=&quot;Paste the text here&quot;:required}}</source>
        <translation>Übersetze den folgenden Text in diese Sprache: {{Sprache | text:placeholder=&quot;Englisch&quot;:required}}. Behalte Ton und Gliederung bei. Antworte nur mit der Übersetzung.

{{Text | textarea:placeholder=&quot;Text hier einfügen&quot;:required}}</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Explain {{topic | text:placeholder=&quot;How a heat pump works&quot;:required}} to {{reader | select:options=[&quot;a child&quot;,&quot;a beginner&quot;,&quot;a student&quot;,&quot;an expert&quot;]:default=&quot;a beginner&quot;}}. Begin with the main idea in one sentence, give an example, and say what people often get wrong.</source>
        <translation>Erkläre {{Thema | text:placeholder=&quot;Wie eine Wärmepumpe funktioniert&quot;:required}} so, dass {{Leser | select:options=[&quot;ein Kind&quot;,&quot;ein Anfänger&quot;,&quot;ein Student&quot;,&quot;ein Fachmann&quot;]:default=&quot;ein Anfänger&quot;}} es versteht. Beginne mit dem Kern in einem Satz, gib ein Beispiel und nenne, was oft falsch verstanden wird.</translation>
    </message>
    <message>
        <source>Reply to an e-mail</source>
        <translation>E-Mail beantworten</translation>
    </message>
    <message>
        <source>Draft a reply to the e-mail below, in the language of that e-mail. Make it {{tone | select:options=[&quot;friendly&quot;,&quot;formal&quot;,&quot;brief&quot;]:default=&quot;friendly&quot;}}. Put names that you do not know in square brackets.

What I want to say: {{my answer | textarea:placeholder=&quot;Thursday, but only after three&quot;:required}}

The e-mail:
{{e-mail | textarea:placeholder=&quot;Paste the e-mail here&quot;:required}}</source>
        <translation>Entwirf eine Antwort auf die folgende E-Mail, in der Sprache dieser E-Mail. Der Ton ist {{Ton | select:options=[&quot;freundlich&quot;,&quot;förmlich&quot;,&quot;knapp&quot;]:default=&quot;freundlich&quot;}}. Setze Namen, die du nicht kennst, in eckige Klammern.

Das möchte ich sagen: {{Meine Antwort | textarea:placeholder=&quot;Donnerstag, aber erst nach drei&quot;:required}}

Die E-Mail:
{{E-Mail | textarea:placeholder=&quot;E-Mail hier einfügen&quot;:required}}</translation>
    </message>
    <message>
        <source>Update this chat to the project as it is now?</source>
        <translation>Diesen Chat auf den jetzigen Stand des Projekts bringen?</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Aktualisieren</translation>
    </message>
</context>
</TS>
