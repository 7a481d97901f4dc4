<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>A recovery of your chats was cut off.</source>
        <translation>Eine Wiederherstellung der Chats wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Hearth ends it at the next start.</source>
        <translation>Hearth schließt sie beim nächsten Start ab.</translation>
    </message>
    <message>
        <source>The file with your chats cannot be opened ({path}).</source>
        <translation>Die Datei mit den Chats kann nicht geöffnet werden ({path}).</translation>
    </message>
    <message>
        <source>Close programs that may use it, and allow reading and writing it.</source>
        <translation>Programme schließen, die sie verwenden könnten, und Lesen und Schreiben erlauben.</translation>
    </message>
    <message>
        <source>Your chats are sound.</source>
        <translation>Die Chats sind unversehrt.</translation>
    </message>
    <message>
        <source>{n} backups lie beside them.</source>
        <translation>Sicherungen daneben: {n}.</translation>
    </message>
    <message>
        <source>The search index cannot be read.</source>
        <translation>Der Suchindex kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The search index is damaged; no chat is.</source>
        <translation>Der Suchindex ist beschädigt, kein Chat ist es.</translation>
    </message>
    <message>
        <source>Messages that are still to be indexed: {n}</source>
        <translation>Nachrichten, die noch indiziert werden: {n}</translation>
    </message>
    <message>
        <source>Hearth does it while it is open.</source>
        <translation>Hearth erledigt das, während es geöffnet ist.</translation>
    </message>
    <message>
        <source>The search index is sound.</source>
        <translation>Der Suchindex ist in Ordnung.</translation>
    </message>
    <message>
        <source>Search once in the window: Hearth makes a damaged index anew from the chats.</source>
        <translation>Einmal im Fenster suchen: Hearth erstellt einen beschädigten Index neu aus den Chats.</translation>
    </message>
    <message>
        <source>The file with your chats is gone ({path}); backups are there.</source>
        <translation>Die Datei mit den Chats ist verschwunden ({path}); Sicherungen sind vorhanden.</translation>
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
        <source>Close Hearth and run `hearth doctor --recover`: it writes what can be read, and what a backup has, into a new file, and keeps the damaged one.</source>
        <translation>Hearth schließen und `hearth doctor --recover` ausführen: Der Befehl schreibt alles Lesbare und den Inhalt einer Sicherung in eine neue Datei und behält die beschädigte.</translation>
    </message>
    <message>
        <source>Nothing is stored of the memory of chats.</source>
        <translation>Vom Chat-Gedächtnis ist nichts gespeichert.</translation>
    </message>
    <message>
        <source>The stored memory cannot be opened.</source>
        <translation>Das gespeicherte Chat-Gedächtnis kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>{n} files of stored memory are damaged.</source>
        <translation>Beschädigte Dateien im Chat-Gedächtnis: {n}.</translation>
    </message>
    <message>
        <source>`hearth cache verify` takes them away; the chats are read again then.</source>
        <translation>`hearth cache verify` entfernt sie; die Chats werden danach erneut gelesen.</translation>
    </message>
    <message>
        <source>The stored memory is sound ({n} files).</source>
        <translation>Das gespeicherte Chat-Gedächtnis ist unversehrt (Dateien: {n}).</translation>
    </message>
    <message>
        <source>Make the folder readable, or take it out of the settings.</source>
        <translation>Den Ordner lesbar machen oder aus den Einstellungen entfernen.</translation>
    </message>
    <message>
        <source>{n} models were found.</source>
        <translation>Gefundene Modelle: {n}.</translation>
    </message>
    <message>
        <source>The index of model files cannot be read.</source>
        <translation>Der Index der Modelldateien kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>It is built again by itself.</source>
        <translation>Er wird automatisch neu aufgebaut.</translation>
    </message>
    <message>
        <source>The file with your settings cannot be read.</source>
        <translation>Die Datei mit den Einstellungen kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Mend it by hand, or Hearth keeps it beside a new one at the next start.</source>
        <translation>Von Hand korrigieren; sonst behält Hearth sie beim nächsten Start neben einer neuen.</translation>
    </message>
    <message>
        <source>Your settings can be read.</source>
        <translation>Die Einstellungen sind lesbar.</translation>
    </message>
    <message>
        <source>The folder with your chats cannot be asked for its room.</source>
        <translation>Der freie Speicherplatz im Ordner mit den Chats lässt sich nicht ermitteln.</translation>
    </message>
    <message>
        <source>Only {n} GB are free where your chats are.</source>
        <translation>Auf dem Datenträger mit den Chats sind nur noch {n} GB frei.</translation>
    </message>
    <message>
        <source>Free some space: no weekly backup is made without it.</source>
        <translation>Speicherplatz freigeben: Sonst entsteht keine wöchentliche Sicherung.</translation>
    </message>
    <message>
        <source>{n} GB are free.</source>
        <translation>{n} GB sind frei.</translation>
    </message>
    <message>
        <source>No crash is on record.</source>
        <translation>Kein Absturz verzeichnet.</translation>
    </message>
    <message>
        <source>The last crash was on {day}.</source>
        <translation>Der letzte Absturz war am {day}.</translation>
    </message>
    <message>
        <source>If it comes again, report it with this file: {file}</source>
        <translation>Falls er wieder auftritt, bitte mit dieser Datei melden: {file}</translation>
    </message>
    <message>
        <source>llama.cpp could not list the devices of this machine.</source>
        <translation>llama.cpp konnte die Geräte dieses Computers nicht auflisten.</translation>
    </message>
    <message>
        <source>`hearth self-test` finds out which configuration is safe.</source>
        <translation>`hearth self-test` ermittelt, welche Konfiguration sicher ist.</translation>
    </message>
    <message>
        <source>llama.cpp computes with: {names}.</source>
        <translation>llama.cpp rechnet mit: {names}.</translation>
    </message>
    <message>
        <source>The self-test has switched some of it off on this machine.</source>
        <translation>Der Selbsttest hat auf diesem Computer einen Teil davon abgeschaltet.</translation>
    </message>
    <message>
        <source>`hearth hardware` shows what and why.</source>
        <translation>`hearth hardware` zeigt, was und warum.</translation>
    </message>
    <message>
        <source>{n_chats} chats with {n_messages} messages are back.</source>
        <translation>Wiederhergestellt: {n_chats} Chats mit {n_messages} Nachrichten.</translation>
    </message>
    <message>
        <source>{n} of these messages come from the backup of {day}.</source>
        <translation>Nachrichten davon aus der Sicherung vom {day}: {n}.</translation>
    </message>
    <message>
        <source>The backup of {day} was used.</source>
        <translation>Die Sicherung vom {day} wurde verwendet.</translation>
    </message>
    <message>
        <source>{n} messages have lost some letters.</source>
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
        <source>{n} chats have lost their titles or more.</source>
        <translation>Chats, denen der Titel oder mehr fehlt: {n}.</translation>
    </message>
    <message>
        <source>More may be missing; the damaged file does not say how much.</source>
        <translation>Weiteres könnte fehlen; wie viel, ist der beschädigten Datei nicht zu entnehmen.</translation>
    </message>
    <message>
        <source>Nothing is missing.</source>
        <translation>Es fehlt nichts.</translation>
    </message>
    <message>
        <source>The damaged file is kept as {file}. It still holds your words; delete it when you no longer need it.</source>
        <translation>Die beschädigte Datei bleibt als {file} erhalten. Sie enthält weiterhin Ihre Texte; sobald sie nicht mehr gebraucht wird, kann sie gelöscht werden.</translation>
    </message>
    <message>
        <source>This chat no longer exists.</source>
        <translation>Dieser Chat existiert nicht mehr.</translation>
    </message>
    <message>
        <source>It was deleted for good; the other chats are untouched.</source>
        <translation>Er wurde endgültig gelöscht; die anderen Chats sind unverändert.</translation>
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
        <source>It was deleted; nothing else was changed.</source>
        <translation>Sie wurde gelöscht; sonst wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Open the chat again to see what it holds now.</source>
        <translation>Den Chat erneut öffnen, um den aktuellen Inhalt zu sehen.</translation>
    </message>
    <message>
        <source>This picture or sound is no longer there.</source>
        <translation>Dieses Bild oder diese Tonaufnahme ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Its message, and everything else in the chat, is unchanged.</source>
        <translation>Die Nachricht und alles andere im Chat ist unverändert.</translation>
    </message>
    <message>
        <source>Open the chat again to see what it has now.</source>
        <translation>Öffnen Sie den Chat noch einmal, um zu sehen, was er jetzt enthält.</translation>
    </message>
    <message>
        <source>A backup of your chats cannot be changed ({backup}).</source>
        <translation>Eine Sicherung der Chats kann nicht geändert werden ({backup}).</translation>
    </message>
    <message>
        <source>It still holds what you deleted, so that was not deleted for good yet.</source>
        <translation>Sie enthält noch, was gelöscht wurde; es ist also noch nicht endgültig gelöscht.</translation>
    </message>
    <message>
        <source>Make the file writable, or delete it; Hearth tries again at the next start.</source>
        <translation>Die Datei beschreibbar machen oder löschen; Hearth versucht es beim nächsten Start erneut.</translation>
    </message>
    <message>
        <source>What you chose for the stored memory of single chats cannot be read ({path}).</source>
        <translation>Die Auswahl zum Chat-Gedächtnis einzelner Chats kann nicht gelesen werden ({path}).</translation>
    </message>
    <message>
        <source>Your chats were not opened, so that no choice is lost; nothing was changed.</source>
        <translation>Die Chats wurden nicht geöffnet, damit keine Auswahl verloren geht; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Make the file readable, or delete it if you chose nothing there.</source>
        <translation>Die Datei lesbar machen oder löschen, falls dort nichts ausgewählt wurde.</translation>
    </message>
    <message>
        <source>Another Hearth window is using these chats ({path}).</source>
        <translation>Ein anderes Hearth-Fenster verwendet diese Chats ({path}).</translation>
    </message>
    <message>
        <source>Nothing was changed; two at once could damage them.</source>
        <translation>Es wurde nichts geändert; zwei Fenster zugleich könnten die Chats beschädigen.</translation>
    </message>
    <message>
        <source>Use the other window, or close it and start Hearth again.</source>
        <translation>Das andere Fenster verwenden oder schließen und Hearth erneut starten.</translation>
    </message>
    <message>
        <source>Another program keeps the file with your chats busy ({path}).</source>
        <translation>Ein anderes Programm blockiert die Datei mit den Chats ({path}).</translation>
    </message>
    <message>
        <source>The last change could not be saved; everything saved before is safe.</source>
        <translation>Die letzte Änderung konnte nicht gespeichert werden; alles zuvor Gespeicherte ist sicher.</translation>
    </message>
    <message>
        <source>Close programs that look into this file (a backup, a database viewer), then try again.</source>
        <translation>Programme schließen, die auf diese Datei zugreifen (Sicherungsprogramm, Datenbankbetrachter), und es erneut versuchen.</translation>
    </message>
    <message>
        <source>Your chats were saved by a newer version of Hearth ({path}).</source>
        <translation>Die Chats wurden mit einer neueren Version von Hearth gespeichert ({path}).</translation>
    </message>
    <message>
        <source>They were left exactly as they are; this version cannot read them.</source>
        <translation>Sie blieben genau so, wie sie sind; diese Version kann sie nicht lesen.</translation>
    </message>
    <message>
        <source>Let Hearth recover what can be read, here or with `hearth doctor --recover`.</source>
        <translation>Alles Lesbare von Hearth wiederherstellen lassen, hier oder mit `hearth doctor --recover`.</translation>
    </message>
    <message>
        <source>Let Hearth recover what can be read, here or with `hearth doctor --recover`. A backup lies beside the file, too ({backup}).</source>
        <translation>Alles Lesbare von Hearth wiederherstellen lassen, hier oder mit `hearth doctor --recover`. Neben der Datei liegt auch eine Sicherung ({backup}).</translation>
    </message>
    <message>
        <source>The file with your chats is damaged or not one of Hearth&apos;s ({path}).</source>
        <translation>Die Datei mit den Chats ist beschädigt oder stammt nicht von Hearth ({path}).</translation>
    </message>
    <message>
        <source>Nothing in it was overwritten; chats may be missing until it is put right.</source>
        <translation>Nichts darin wurde überschrieben; bis zur Wiederherstellung können Chats fehlen.</translation>
    </message>
    <message>
        <source>Hearth cannot write to the disk with your chats ({path}): it is full, over its quota, or failing.</source>
        <translation>Hearth kann nicht auf den Datenträger mit den Chats schreiben ({path}): Er ist voll, hat sein Kontingent überschritten oder ist defekt.</translation>
    </message>
    <message>
        <source>Free some space. Hearth then saves answers by itself; send again what was not sent.</source>
        <translation>Geben Sie Speicherplatz frei. Antworten speichert Hearth dann von selbst; senden Sie erneut, was nicht gesendet wurde.</translation>
    </message>
    <message>
        <source>The disk cannot read the file with your chats ({path}).</source>
        <translation>Der Datenträger kann die Datei mit den Chats nicht lesen ({path}).</translation>
    </message>
    <message>
        <source>Chats on that part of the disk cannot be shown; nothing was changed.</source>
        <translation>Chats in diesem Bereich des Datenträgers können nicht angezeigt werden; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Copy that file to another disk now, and have this disk checked.</source>
        <translation>Diese Datei jetzt auf einen anderen Datenträger kopieren und den bisherigen prüfen lassen.</translation>
    </message>
    <message>
        <source>The file with your chats is write-protected ({path}).</source>
        <translation>Die Datei mit den Chats ist schreibgeschützt ({path}).</translation>
    </message>
    <message>
        <source>Nothing was changed, but nothing new could be saved.</source>
        <translation>Es wurde nichts geändert, aber Neues konnte nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Allow writing to that file and its folder, then start Hearth again.</source>
        <translation>Schreiben in diese Datei und ihren Ordner erlauben und Hearth erneut starten.</translation>
    </message>
    <message>
        <source>The file with your chats is damaged: parts of it cannot be read.</source>
        <translation>Die Datei mit den Chats ist beschädigt: Teile davon sind nicht lesbar.</translation>
    </message>
    <message>
        <source>The file with your chats is not one that Hearth has made.</source>
        <translation>Die Datei mit den Chats stammt nicht von Hearth.</translation>
    </message>
    <message>
        <source>Your chats were saved by a newer version of Hearth.</source>
        <translation>Die Chats wurden mit einer neueren Version von Hearth gespeichert.</translation>
    </message>
    <message>
        <source>{n} records of your chats belong to others that are gone.</source>
        <translation>Datensätze der Chats, deren Gegenstück fehlt: {n}.</translation>
    </message>
    <message>
        <source>{n} of your chats or messages do not fit together.</source>
        <translation>Chats oder Nachrichten, die nicht zusammenpassen: {n}.</translation>
    </message>
    <message>
        <source>Your chats were not prepared for searching yet.</source>
        <translation>Die Chats sind noch nicht für die Suche vorbereitet.</translation>
    </message>
    <message>
        <source>Nothing was searched and nothing was changed.</source>
        <translation>Es wurde nicht gesucht und nichts geändert.</translation>
    </message>
    <message>
        <source>Start Hearth once; it prepares them while you work.</source>
        <translation>Hearth einmal starten; die Vorbereitung läuft im Hintergrund.</translation>
    </message>
    <message>
        <source>The search index is damaged.</source>
        <translation>Der Suchindex ist beschädigt.</translation>
    </message>
    <message>
        <source>Your chats are not affected; only searching is.</source>
        <translation>Die Chats sind nicht betroffen, nur die Suche.</translation>
    </message>
    <message>
        <source>Hearth builds it again while it is open. Search again in a moment.</source>
        <translation>Hearth baut ihn im laufenden Betrieb neu auf. In Kürze erneut suchen.</translation>
    </message>
    <message>
        <source>This chat is still answering.</source>
        <translation>In diesem Chat läuft noch eine Antwort.</translation>
    </message>
    <message>
        <source>Your message was not sent; it is kept.</source>
        <translation>Die Nachricht wurde nicht gesendet; sie bleibt erhalten.</translation>
    </message>
    <message>
        <source>Wait for the answer or stop it, then send again.</source>
        <translation>Die Antwort abwarten oder stoppen und dann erneut senden.</translation>
    </message>
    <message>
        <source>There is no answer here to do that with.</source>
        <translation>Hier gibt es keine Antwort, mit der das möglich wäre.</translation>
    </message>
    <message>
        <source>The part of llama.cpp that knows chat formats is not installed.</source>
        <translation>Der Teil von llama.cpp, der Chat-Formate kennt, ist nicht installiert.</translation>
    </message>
    <message>
        <source>Thinking is told apart by the commonest marks only.</source>
        <translation>Das Denken wird nur an den üblichsten Zeichen erkannt.</translation>
    </message>
    <message>
        <source>Install Hearth from its package, or with its own make.</source>
        <translation>Hearth aus seinem Paket oder mit seinem eigenen make installieren.</translation>
    </message>
    <message>
        <source>llama.cpp does not understand this model&apos;s chat template.</source>
        <translation>llama.cpp versteht die Chat-Vorlage dieses Modells nicht.</translation>
    </message>
    <message>
        <source>Its thinking and its calls of tools are not told apart.</source>
        <translation>Sein Denken und seine Werkzeugaufrufe werden nicht unterschieden.</translation>
    </message>
    <message>
        <source>Nothing needs to be done to chat with it.</source>
        <translation>Zum Chatten damit ist nichts weiter nötig.</translation>
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
        <source>It was not sent; it is in the field of its chat.</source>
        <translation>Sie wurde nicht gesendet und steht im Eingabefeld ihres Chats.</translation>
    </message>
    <message>
        <source>Shorten it, leave out the beginning of the chat, or open the model with a larger context.</source>
        <translation>Die Nachricht kürzen, den Anfang des Chats auslassen oder das Modell mit größerem Kontext öffnen.</translation>
    </message>
    <message>
        <source>There is nothing before the last message that could be left out.</source>
        <translation>Vor der letzten Nachricht gibt es nichts, was ausgelassen werden könnte.</translation>
    </message>
    <message>
        <source>Shorten the message or what is attached to it, or open the model with a larger context.</source>
        <translation>Die Nachricht oder ihre Anhänge kürzen oder das Modell mit größerem Kontext öffnen.</translation>
    </message>
    <message>
        <source>Your last message, with what was answered so far, does not fit by itself: {n_total} of {n_ctx} tokens.</source>
        <translation>Ihre letzte Nachricht passt mit der bisherigen Antwort schon allein nicht: {n_total} von {n_ctx} Token.</translation>
    </message>
    <message>
        <source>Nothing was left out and nothing is lost.</source>
        <translation>Nichts wurde weggelassen, nichts ist verloren.</translation>
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
        <source>The oldest messages could not be summarised.</source>
        <translation>Die ältesten Nachrichten ließen sich nicht zusammenfassen.</translation>
    </message>
    <message>
        <source>Nothing was left out, and nothing is lost.</source>
        <translation>Nichts wurde weggelassen, und nichts ist verloren.</translation>
    </message>
    <message>
        <source>Leave them out without a summary, or try again.</source>
        <translation>Lassen Sie sie ohne Zusammenfassung weg, oder versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The last answer of this chat could not be saved yet.</source>
        <translation>Die letzte Antwort dieses Chats konnte noch nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Your message was not sent; it is kept, and so is the answer.</source>
        <translation>Die Nachricht wurde nicht gesendet; sie bleibt erhalten, ebenso die Antwort.</translation>
    </message>
    <message>
        <source>Free some space on the disk; Hearth saves by itself, then send again.</source>
        <translation>Speicherplatz freigeben; Hearth speichert dann von selbst. Danach erneut senden.</translation>
    </message>
    <message>
        <source>The part of Hearth that runs the model has stopped.</source>
        <translation>Der Teil von Hearth, der das Modell ausführt, wurde beendet.</translation>
    </message>
    <message>
        <source>Your message is kept and can be answered after a restart.</source>
        <translation>Die Nachricht bleibt erhalten und kann nach einem Neustart beantwortet werden.</translation>
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
        <source>This was not done any more; everything saved before is safe.</source>
        <translation>Dies wurde nicht mehr ausgeführt; alles zuvor Gespeicherte ist sicher.</translation>
    </message>
    <message>
        <source>Start Hearth again and repeat it.</source>
        <translation>Hearth erneut starten und den Vorgang wiederholen.</translation>
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
        <source>The chat template of this model failed: {message}</source>
        <translation>Die Chat-Vorlage dieses Modells ist fehlgeschlagen: {message}</translation>
    </message>
    <message>
        <source>Nothing was sent to the model; your message is kept.</source>
        <translation>Es wurde nichts an das Modell gesendet; die Nachricht bleibt erhalten.</translation>
    </message>
    <message>
        <source>Write another chat template in the settings of this model, or open another version of the model.</source>
        <translation>In den Einstellungen dieses Modells eine andere Chat-Vorlage eintragen oder eine andere Version des Modells öffnen.</translation>
    </message>
    <message>
        <source>The model {path} needs {needed} GB of memory; this machine can give {limit} GB.</source>
        <translation>Das Modell {path} benötigt {needed} GB Speicher; dieser Computer kann {limit} GB bereitstellen.</translation>
    </message>
    <message>
        <source>Loading it would bring the machine to a standstill, so it was not loaded. Your chats are untouched.</source>
        <translation>Es zu laden würde den Computer zum Stillstand bringen; daher wurde es nicht geladen. Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Open a smaller model, a smaller quantisation of it, or a smaller context.</source>
        <translation>Ein kleineres Modell, eine kleinere Quantisierung davon oder einen kleineren Kontext verwenden.</translation>
    </message>
    <message>
        <source>How {path} fits this machine could not be found out.</source>
        <translation>Ob {path} auf diesen Computer passt, ließ sich nicht ermitteln.</translation>
    </message>
    <message>
        <source>llama.cpp gave up on the file. Nothing was loaded or changed.</source>
        <translation>llama.cpp konnte die Datei nicht verarbeiten. Es wurde nichts geladen oder geändert.</translation>
    </message>
    <message>
        <source>The file may be damaged: download it again, or try another one.</source>
        <translation>Die Datei ist möglicherweise beschädigt: erneut herunterladen oder eine andere versuchen.</translation>
    </message>
    <message>
        <source>The GPU failed at work.</source>
        <translation>Die GPU ist während der Berechnung ausgefallen.</translation>
    </message>
    <message>
        <source>What was said so far is kept. Your chats are untouched.</source>
        <translation>Der bisherige Text bleibt erhalten. Die Chats sind unverändert.</translation>
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
        <source>Your message is kept and waits for an answer.</source>
        <translation>Die Nachricht bleibt erhalten und wartet auf eine Antwort.</translation>
    </message>
    <message>
        <source>Open a model, then press Regenerate.</source>
        <translation>Ein Modell öffnen und dann „Neu erzeugen“ wählen.</translation>
    </message>
    <message>
        <source>The model is busy with other answers and has no room for this.</source>
        <translation>Das Modell ist mit anderen Antworten beschäftigt und hat dafür keinen Platz.</translation>
    </message>
    <message>
        <source>Try again when these answers have ended.</source>
        <translation>Versuchen Sie es noch einmal, wenn diese Antworten beendet sind.</translation>
    </message>
    <message>
        <source>Another model was loaded meanwhile.</source>
        <translation>Inzwischen wurde ein anderes Modell geladen.</translation>
    </message>
    <message>
        <source>What is shown here is what the model before would have said.</source>
        <translation>Hier steht, was das Modell davor gesagt hätte.</translation>
    </message>
    <message>
        <source>Try again to see what this one would say.</source>
        <translation>Versuchen Sie es noch einmal, um zu sehen, was dieses sagen würde.</translation>
    </message>
    <message>
        <source>What else the model would have said could not be found out.</source>
        <translation>Was das Modell sonst noch gesagt hätte, ließ sich nicht feststellen.</translation>
    </message>
    <message>
        <source>Try again; if it fails again, load the model anew.</source>
        <translation>Versuchen Sie es noch einmal; wenn es wieder fehlschlägt, laden Sie das Modell neu.</translation>
    </message>
    <message>
        <source>This chat has {n_prompt} tokens, but the model holds {n_ctx}.</source>
        <translation>Dieser Chat hat {n_prompt} Token, das Modell fasst aber {n_ctx}.</translation>
    </message>
    <message>
        <source>Nothing was cut and nothing is lost; the model cannot answer here any more.</source>
        <translation>Es wurde nichts gekürzt und nichts geht verloren; das Modell kann hier nur nicht mehr antworten.</translation>
    </message>
    <message>
        <source>Start a new chat, or load the model with a larger context.</source>
        <translation>Einen neuen Chat beginnen oder das Modell mit größerem Kontext laden.</translation>
    </message>
    <message>
        <source>{path} does not generate text; it is another kind of model.</source>
        <translation>{path} erzeugt keinen Text; es ist ein Modell anderer Art.</translation>
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
        <source>{name} makes embeddings, and answers no chats.</source>
        <translation>{name} erzeugt Embeddings und antwortet nicht in Chats.</translation>
    </message>
    <message>
        <source>Open a model made for chatting, then press Regenerate.</source>
        <translation>Ein Modell öffnen, das für Chats gemacht ist, und dann „Neu erzeugen“ wählen.</translation>
    </message>
    <message>
        <source>{name} makes no embeddings: it is a model for chatting.</source>
        <translation>{name} erzeugt keine Embeddings: Es ist ein Modell für Chats.</translation>
    </message>
    <message>
        <source>Nothing was embedded.</source>
        <translation>Es wurden keine Embeddings erzeugt.</translation>
    </message>
    <message>
        <source>Load a model made for embeddings.</source>
        <translation>Ein Modell laden, das für Embeddings gemacht ist.</translation>
    </message>
    <message>
        <source>Text {number} has {n_tokens} tokens; this model takes {most}.</source>
        <translation>Text {number} hat {n_tokens} Tokens; dieses Modell nimmt höchstens {most}.</translation>
    </message>
    <message>
        <source>Send it in shorter pieces.</source>
        <translation>Ihn in kürzeren Stücken senden.</translation>
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
        <source>Text {number} has the token {token}; those of this model are below {n_vocab}.</source>
        <translation>Text {number} enthält das Token {token}; die dieses Modells liegen unter {n_vocab}.</translation>
    </message>
    <message>
        <source>Send text: tokens of another model mean something else here.</source>
        <translation>Text senden: Tokens eines anderen Modells bedeuten hier etwas anderes.</translation>
    </message>
    <message>
        <source>llama.cpp cannot compute on this machine: every self-test crashed.</source>
        <translation>llama.cpp kann auf diesem Computer nicht rechnen: Jeder Selbsttest ist abgestürzt.</translation>
    </message>
    <message>
        <source>No model can be loaded. Your chats are untouched and can be read.</source>
        <translation>Es kann kein Modell geladen werden. Die Chats sind unverändert und weiterhin lesbar.</translation>
    </message>
    <message>
        <source>Reinstall llama-cpp-python as the README describes, or update the driver.</source>
        <translation>llama-cpp-python wie in der README beschrieben neu installieren oder den Treiber aktualisieren.</translation>
    </message>
    <message>
        <source>Another Hearth is using the stored memory of your chats.</source>
        <translation>Eine andere Instanz von Hearth verwendet das gespeicherte Chat-Gedächtnis.</translation>
    </message>
    <message>
        <source>What is stored of this chat was not deleted yet; your choice is kept.</source>
        <translation>Was von diesem Chat gespeichert ist, wurde noch nicht gelöscht; die Auswahl bleibt erhalten.</translation>
    </message>
    <message>
        <source>Close the other one (it may be a `hearth cache` command), then try again.</source>
        <translation>Die andere Instanz schließen (möglicherweise ein `hearth cache`-Befehl) und es erneut versuchen.</translation>
    </message>
    <message>
        <source>The result of the self-test could not be deleted.</source>
        <translation>Das Ergebnis des Selbsttests konnte nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>Hearth goes on with the configuration that it chose before.</source>
        <translation>Hearth arbeitet mit der bisher gewählten Konfiguration weiter.</translation>
    </message>
    <message>
        <source>Delete the file {file} yourself, then open the model again.</source>
        <translation>Die Datei {file} von Hand löschen und das Modell erneut öffnen.</translation>
    </message>
    <message>
        <source>What this answer begins with is not of the form that it is bound to.</source>
        <translation>Der Anfang dieser Antwort hat nicht die Form, an die sie gebunden ist.</translation>
    </message>
    <message>
        <source>The model was not asked; the words are kept.</source>
        <translation>Das Modell wurde nicht gefragt; die Worte bleiben erhalten.</translation>
    </message>
    <message>
        <source>Change them, or the form of the answer in the settings of the chat, or regenerate the answer.</source>
        <translation>Ändern Sie sie oder in den Einstellungen des Chats die Form der Antwort, oder erzeugen Sie die Antwort neu.</translation>
    </message>
    <message>
        <source>The model has no word that fits the form of the answer here.</source>
        <translation>Das Modell hat hier kein Wort, das zur Form der Antwort passt.</translation>
    </message>
    <message>
        <source>The answer ends before it is complete; what was said is kept.</source>
        <translation>Die Antwort endet unvollständig; was gesagt wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Simplify the form of the answer in the settings of the chat.</source>
        <translation>Vereinfachen Sie die Form der Antwort in den Einstellungen des Chats.</translation>
    </message>
    <message>
        <source>The answer ended before it was complete in the form that it is bound to.</source>
        <translation>Die Antwort endete, bevor sie in der verlangten Form vollständig war.</translation>
    </message>
    <message>
        <source>What was said is kept, but it is not valid as it is.</source>
        <translation>Was gesagt wurde, bleibt erhalten, ist so aber nicht gültig.</translation>
    </message>
    <message>
        <source>Press Continue, or allow longer answers in the settings of the chat first.</source>
        <translation>Wählen Sie „Fortsetzen“, oder erlauben Sie vorher in den Einstellungen des Chats längere Antworten.</translation>
    </message>
    <message>
        <source>Hearth does not know how this model calls tools.</source>
        <translation>Hearth weiß nicht, wie dieses Modell Werkzeuge aufruft.</translation>
    </message>
    <message>
        <source>Nothing was asked.</source>
        <translation>Es wurde nichts gefragt.</translation>
    </message>
    <message>
        <source>Ask without tools, or choose a model that was made for them.</source>
        <translation>Fragen Sie ohne Werkzeuge, oder wählen Sie ein Modell, das dafür gemacht ist.</translation>
    </message>
    <message>
        <source>The model is loaded without that machine, if the rest suffices.</source>
        <translation>Das Modell wird ohne diesen Rechner geladen, wenn der Rest ausreicht.</translation>
    </message>
    <message>
        <source>This build of Hearth has no RPC backend, which other machines need.</source>
        <translation>Diesem Hearth fehlt das RPC-Backend, das andere Rechner brauchen.</translation>
    </message>
    <message>
        <source>The model is loaded on this machine alone, if it suffices.</source>
        <translation>Das Modell wird nur auf diesem Rechner geladen, wenn er ausreicht.</translation>
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
        <source>Memory suffices for {n} of {n_wished} tokens.</source>
        <translation>Der Speicher reicht für {n} von {n_wished} Token.</translation>
    </message>
    <message>
        <source>The system does not let Hearth keep the whole model in memory for good.</source>
        <translation>Das System erlaubt Hearth nicht, das ganze Modell dauerhaft im Arbeitsspeicher zu halten.</translation>
    </message>
    <message>
        <source>The GPU {name} is not there any more, so the processor computes.</source>
        <translation>Die GPU {name} ist nicht mehr vorhanden; gerechnet wird auf dem Prozessor.</translation>
    </message>
    <message>
        <source>Your chats go on where they ended.</source>
        <translation>Die Chats gehen dort weiter, wo sie aufgehört haben.</translation>
    </message>
    <message>
        <source>Its driver was removed or does not work; install it again to use the GPU.</source>
        <translation>Der Treiber wurde entfernt oder funktioniert nicht; um die GPU zu nutzen, den Treiber neu installieren.</translation>
    </message>
    <message>
        <source>Hearth was closed before the answer was finished.</source>
        <translation>Hearth wurde geschlossen, bevor die Antwort fertig war.</translation>
    </message>
    <message>
        <source>What was said so far is kept.</source>
        <translation>Der bisherige Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>The engine, the part of Hearth that runs models, could not be started.</source>
        <translation>Die Engine, also der Teil von Hearth, der Modelle ausführt, konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>Nothing can be answered. Your chats are untouched.</source>
        <translation>Antworten sind nicht möglich. Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Start Hearth again; if that does not help, install it again.</source>
        <translation>Hearth erneut starten; falls das nicht hilft, neu installieren.</translation>
    </message>
    <message>
        <source>The engine crashed.</source>
        <translation>Die Engine ist abgestürzt.</translation>
    </message>
    <message>
        <source>The engine crashed while it was loading a model.</source>
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
        <source>The engine stopped responding while it was loading a model.</source>
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
        <source>The model stopped while it was being loaded, probably because memory ran out.</source>
        <translation>Das Modell wurde beim Laden beendet, vermutlich aus Mangel an Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>The model stopped in the middle of an answer, probably because memory ran out.</source>
        <translation>Das Modell wurde mitten in einer Antwort beendet, vermutlich aus Mangel an Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Hearth brings the model back by itself.</source>
        <translation>Hearth lädt das Modell von selbst wieder.</translation>
    </message>
    <message>
        <source>Hearth loads the model again, without other machines from now on.</source>
        <translation>Hearth lädt das Modell erneut, ab jetzt ohne andere Rechner.</translation>
    </message>
    <message>
        <source>Hearth loads the model again, without repacked weights from now on.</source>
        <translation>Hearth lädt das Modell erneut, ab jetzt ohne umgepackte Gewichte.</translation>
    </message>
    <message>
        <source>Hearth loads the model again, with fewer layers on the GPU from now on.</source>
        <translation>Hearth lädt das Modell erneut, ab jetzt mit weniger Schichten auf der GPU.</translation>
    </message>
    <message>
        <source>Hearth loads the model again, without the GPU from now on.</source>
        <translation>Hearth lädt das Modell erneut, ab jetzt ohne die GPU.</translation>
    </message>
    <message>
        <source>Hearth loads the model again, without flash attention from now on.</source>
        <translation>Hearth lädt das Modell erneut, ab jetzt ohne Flash Attention.</translation>
    </message>
    <message>
        <source>The machine at {address} does not answer any more.</source>
        <translation>Der Rechner unter {address} antwortet nicht mehr.</translation>
    </message>
    <message>
        <source>The machines at {names} do not answer any more.</source>
        <translation>Die Rechner unter {names} antworten nicht mehr.</translation>
    </message>
    <message>
        <source>Hearth loads the model again without it.</source>
        <translation>Hearth lädt das Modell ohne ihn neu.</translation>
    </message>
    <message>
        <source>Hearth loads the model again without them.</source>
        <translation>Hearth lädt das Modell ohne sie neu.</translation>
    </message>
    <message>
        <source>Your chats are untouched.</source>
        <translation>Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Hearth starts the engine again, without a model. Open another model, or open this one again to give it another try.</source>
        <translation>Hearth startet die Engine neu, aber ohne Modell. Ein anderes Modell öffnen oder es mit diesem noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Hearth starts the engine again.</source>
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
        <source>It needs {needed} GB of memory, and no more than {limit} GB can be taken before this machine comes to a standstill.</source>
        <translation>Es benötigt {needed} GB Speicher; mehr als {limit} GB können nicht belegt werden, ohne dass dieser Computer zum Stillstand kommt.</translation>
    </message>
    <message>
        <source>With room for an answer this chat takes {n_needed} tokens; the model was trained for {n_ctx}.</source>
        <translation>Mit Platz für eine Antwort braucht dieser Chat {n_needed} Token; das Modell wurde für {n_ctx} trainiert.</translation>
    </message>
    <message>
        <source>With room for an answer this chat takes {n_needed} tokens; memory suffices for {n_ctx}.</source>
        <translation>Mit Platz für eine Antwort braucht dieser Chat {n_needed} Token; der Speicher reicht für {n_ctx}.</translation>
    </message>
    <message>
        <source>Its settings keep it off the GPU; the processor computes.</source>
        <translation>Die Einstellungen schließen die GPU aus; gerechnet wird auf dem Prozessor.</translation>
    </message>
    <message>
        <source>It is limited to {n} of {n_layers} layers on the GPU.</source>
        <translation>Es ist auf {n} von {n_layers} Schichten auf der GPU begrenzt.</translation>
    </message>
    <message>
        <source>It takes {needed} GB of memory, and {free} GB are free: other programs have to give way, and parts of the model may be read from the disk again and again.</source>
        <translation>Es belegt {needed} GB Arbeitsspeicher, frei sind {free} GB: Andere Programme müssen weichen, und Teile des Modells werden womöglich immer wieder vom Datenträger gelesen.</translation>
    </message>
    <message>
        <source>It fits with a context of {n} tokens, and not with the {n_wished} that are wanted.</source>
        <translation>Es passt mit einem Kontext von {n} Token, nicht mit den gewünschten {n_wished}.</translation>
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
        <source>The experts of {n} of {n_layers} layers stay with the processor; the rest fits on the GPU.</source>
        <translation>Die Experten von {n} der {n_layers} Schichten bleiben beim Prozessor; der Rest passt auf die GPU.</translation>
    </message>
    <message>
        <source>{n} of {n_layers} layers fit on the GPU; the rest runs slower.</source>
        <translation>{n} von {n_layers} Schichten passen auf die GPU; der Rest läuft langsamer.</translation>
    </message>
    <message>
        <source>Your chats are where they were, and nothing is lost.</source>
        <translation>Die Chats sind dort, wo sie waren; nichts ist verloren.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: you stopped it.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Der Vorgang wurde gestoppt.</translation>
    </message>
    <message>
        <source>Move it whenever you like.</source>
        <translation>Das Verschieben ist jederzeit erneut möglich.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: it needs {needed} MB, and {free} MB are free there.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Er benötigt {needed} MB, dort sind {free} MB frei.</translation>
    </message>
    <message>
        <source>Make room on that disk, or choose a folder on another one.</source>
        <translation>Auf diesem Datenträger Platz schaffen oder einen Ordner auf einem anderen wählen.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: it lies where Hearth was told to keep it when it was started.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Sein Ort wurde beim Start von Hearth vorgegeben.</translation>
    </message>
    <message>
        <source>Close Hearth, move the folder yourself, and start Hearth with its new place.</source>
        <translation>Hearth schließen, den Ordner von Hand verschieben und Hearth mit dem neuen Ort starten.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: the new folder is the old one or lies in it.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Der neue Ordner ist der alte oder liegt darin.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: there are other files in {folder} already.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: In {folder} liegen bereits andere Dateien.</translation>
    </message>
    <message>
        <source>Choose an empty folder; Hearth mixes its files with no others.</source>
        <translation>Einen leeren Ordner wählen; Hearth mischt seine Dateien nicht mit anderen.</translation>
    </message>
    <message>
        <source>Hearth&apos;s folder was not moved: the disk is full.</source>
        <translation>Der Hearth-Ordner wurde nicht verschoben: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>Make room on it, or choose another.</source>
        <translation>Dort Platz schaffen oder einen anderen wählen.</translation>
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
        <source>Choose a folder in which you may write, on a disk that works.</source>
        <translation>Einen Ordner mit Schreibrecht auf einem funktionierenden Datenträger wählen.</translation>
    </message>
    <message>
        <source>Not everything could be deleted: {file} ({reason}).</source>
        <translation>Nicht alles konnte gelöscht werden: {file} ({reason}).</translation>
    </message>
    <message>
        <source>Not everything could be deleted: {file} and {n} more ({reason}).</source>
        <translation>Nicht alles konnte gelöscht werden: {file} und {n} weitere ({reason}).</translation>
    </message>
    <message>
        <source>What could be deleted is gone; the rest is untouched.</source>
        <translation>Was sich löschen ließ, ist weg; der Rest ist unverändert.</translation>
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
        <source>All else that you chose is gone; that folder is untouched.</source>
        <translation>Alles andere Ausgewählte ist gelöscht; dieser Ordner ist unverändert.</translation>
    </message>
    <message>
        <source>If nothing in it is yours, delete the folder yourself.</source>
        <translation>Wenn darin nichts Eigenes liegt, den Ordner von Hand löschen.</translation>
    </message>
    <message>
        <source>It cannot be used as a model; nothing was changed.</source>
        <translation>Die Datei kann nicht als Modell verwendet werden; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Download the file again; an interrupted download is the usual cause.</source>
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
        <source>The file {name} is not complete: it ends inside its header.</source>
        <translation>Die Datei {name} ist unvollständig: Sie endet mitten im Header.</translation>
    </message>
    <message>
        <source>It is not complete: it ends inside its header.</source>
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
        <source>Choose the usual, little-endian file of this model.</source>
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
        <source>The file {name} cannot be read ({reason}).</source>
        <translation>Die Datei {name} kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>It cannot be read ({reason}).</source>
        <translation>Die Datei kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Check that the file is there and that you may read it.</source>
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
        <source>Apple, where Metal is used by itself</source>
        <translation>Apple, wo Metal automatisch verwendet wird</translation>
    </message>
    <message>
        <source>Any GPU with a Vulkan driver, with the Vulkan SDK installed</source>
        <translation>Jede GPU mit Vulkan-Treiber und installiertem Vulkan SDK</translation>
    </message>
    <message>
        <source>What llama.cpp finds on this machine could not be found out.</source>
        <translation>Was llama.cpp auf diesem Computer findet, ließ sich nicht ermitteln.</translation>
    </message>
    <message>
        <source>Models are loaded all the same, where that is safe.</source>
        <translation>Modelle werden trotzdem geladen, soweit das sicher ist.</translation>
    </message>
    <message>
        <source>Try again; if it stays so, a driver may be broken: update it.</source>
        <translation>Erneut versuchen; bleibt es dabei, ist womöglich ein Treiber defekt und sollte aktualisiert werden.</translation>
    </message>
    <message>
        <source>It is no usual file.</source>
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
        <source>The archive has a password.</source>
        <translation>Das Archiv hat ein Passwort.</translation>
    </message>
    <message>
        <source>The archive unpacks to far more than it should, so it was not read on.</source>
        <translation>Das Archiv ist entpackt weit größer, als es sein dürfte; es wurde nicht weitergelesen.</translation>
    </message>
    <message>
        <source>{path} cannot be written ({reason}).</source>
        <translation>{path} kann nicht geschrieben werden ({reason}).</translation>
    </message>
    <message>
        <source>Your chats are unchanged; files that were written before are complete.</source>
        <translation>Die Chats sind unverändert; zuvor geschriebene Dateien sind vollständig.</translation>
    </message>
    <message>
        <source>Choose another folder, or make room on the disk, and export again.</source>
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
        <source>Choose another name, or say that the file is to be replaced.</source>
        <translation>Einen anderen Namen wählen oder angeben, dass die Datei ersetzt werden soll.</translation>
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
        <source>Name a chat that there is, or start one first.</source>
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
        <source>Make room on that disk and import the file again.</source>
        <translation>Auf diesem Datenträger Platz schaffen und die Datei erneut importieren.</translation>
    </message>
    <message>
        <source>A picture or sound in the file could not be stored in {folder} ({reason}).</source>
        <translation>Ein Bild oder eine Tonaufnahme aus der Datei konnte nicht in {folder} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>Choose an export of Hearth, ChatGPT, Claude, Open WebUI, Jan or LM Studio.</source>
        <translation>Wählen Sie einen Export von Hearth, ChatGPT, Claude, Open WebUI, Jan oder LM Studio.</translation>
    </message>
    <message>
        <source>Chats that were imported before are complete; the others are missing.</source>
        <translation>Chats, die vorher importiert wurden, sind vollständig; die anderen fehlen.</translation>
    </message>
    <message>
        <source>It has no list of messages.</source>
        <translation>Es fehlt die Liste der Nachrichten.</translation>
    </message>
    <message>
        <source>No chat is in it.</source>
        <translation>Kein Chat enthalten.</translation>
    </message>
    <message>
        <source>It cannot be read: {error}.</source>
        <translation>Lesen nicht möglich: {error}.</translation>
    </message>
    <message>
        <source>Something in it is nested too deeply.</source>
        <translation>Etwas darin ist zu tief verschachtelt.</translation>
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
        <source>The file is no valid JSON from some point on.</source>
        <translation>Die Datei ist ab einer bestimmten Stelle kein gültiges JSON.</translation>
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
        <source>Messages of an unknown role, kept as the user’s: {n}</source>
        <translation>Nachrichten mit unbekannter Rolle, als eigene Nachrichten übernommen: {n}</translation>
    </message>
    <message>
        <source>Hidden messages of the other program, left out: {n}</source>
        <translation>Verborgene Nachrichten des anderen Programms, ausgelassen: {n}</translation>
    </message>
    <message>
        <source>Messages without a usable time: {n}</source>
        <translation>Nachrichten ohne brauchbare Zeitangabe: {n}</translation>
    </message>
    <message>
        <source>Messages that followed none that is there: {n}</source>
        <translation>Nachrichten, deren Vorgänger fehlt: {n}</translation>
    </message>
    <message>
        <source>Pictures and sounds that could not be read, left out: {n}</source>
        <translation>Ausgelassene Bilder und Tonaufnahmen, die nicht gelesen werden konnten: {n}</translation>
    </message>
    <message>
        <source>Pictures and sounds whose files did not come along: {n}</source>
        <translation>Bilder und Tonaufnahmen, deren Dateien nicht mitkamen: {n}</translation>
    </message>
    <message>
        <source>No chat of a known format is in it.</source>
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
        <source>It is no chat.</source>
        <translation>Kein Chat.</translation>
    </message>
    <message>
        <source>It was written by a newer version of Hearth. Install the newest version.</source>
        <translation>Die Datei stammt von einer neueren Version von Hearth. Bitte die neueste Version installieren.</translation>
    </message>
    <message>
        <source>It has no messages that Hearth knows.</source>
        <translation>Keine Nachrichten enthalten, die Hearth kennt.</translation>
    </message>
    <message>
        <source>Chats go on and are saved, but they will be read again from the start when reopened.</source>
        <translation>Chats gehen weiter und werden gespeichert, beim nächsten Öffnen aber von Anfang an neu gelesen.</translation>
    </message>
    <message>
        <source>Chats go on and are saved, and what is stored is used, but what is new in them will be read again when they are reopened.</source>
        <translation>Chats gehen weiter und werden gespeichert, und das bereits Gespeicherte wird verwendet; was neu hinzukommt, wird beim nächsten Öffnen aber erneut gelesen.</translation>
    </message>
    <message>
        <source>Hearth cannot use its cache folder {root} ({reason}).</source>
        <translation>Hearth kann seinen Cache-Ordner {root} nicht verwenden ({reason}).</translation>
    </message>
    <message>
        <source>Make the folder writable or choose another one with --data-dir, then restart.</source>
        <translation>Den Ordner beschreibbar machen oder mit --data-dir einen anderen wählen und Hearth neu starten.</translation>
    </message>
    <message>
        <source>The disk that holds {root} is almost full, so chats are no longer kept warm.</source>
        <translation>Der Datenträger mit {root} ist fast voll; Chats werden daher nicht mehr bereitgehalten.</translation>
    </message>
    <message>
        <source>Free some disk space and restart Hearth.</source>
        <translation>Speicherplatz freigeben und Hearth neu starten.</translation>
    </message>
    <message>
        <source>Less than {reserve} are free on the disk that holds {root}, so nothing more is stored there.</source>
        <translation>Auf dem Datenträger mit {root} sind weniger als {reserve} frei; dort wird daher nichts mehr gespeichert.</translation>
    </message>
    <message>
        <source>Free some disk space; storing then goes on by itself.</source>
        <translation>Speicherplatz freigeben; das Speichern läuft dann von selbst weiter.</translation>
    </message>
    <message>
        <source>Hearth has stored {limit} of conversation memory today, its limit.</source>
        <translation>Hearth hat heute {limit} Chat-Gedächtnis gespeichert; das ist die Obergrenze.</translation>
    </message>
    <message>
        <source>Storing goes on tomorrow; the limit can be raised under Conversation memory.</source>
        <translation>Das Speichern geht morgen weiter; die Grenze lässt sich unter „Chat-Gedächtnis“ erhöhen.</translation>
    </message>
    <message>
        <source>The memory of this chat no longer fits the {limit} that Hearth may use.</source>
        <translation>Das Gedächtnis dieses Chats passt nicht mehr in die {limit}, die Hearth belegen darf.</translation>
    </message>
    <message>
        <source>Allow more under Conversation memory, or unpin chats there.</source>
        <translation>Erlauben Sie unter „Chat-Gedächtnis“ mehr, oder lösen Sie dort angeheftete Chats.</translation>
    </message>
    <message>
        <source>Close it and try again; `hearth cache list` works meanwhile.</source>
        <translation>Die andere Instanz schließen und es erneut versuchen; `hearth cache list` funktioniert auch so.</translation>
    </message>
    <message>
        <source>Stored memory in {root} could not be deleted ({reason}); files left: {n}.</source>
        <translation>Chat-Gedächtnis in {root} konnte nicht gelöscht werden ({reason}); übrige Dateien: {n}.</translation>
    </message>
    <message>
        <source>They are not used any more, but they are still on the disk.</source>
        <translation>Sie werden nicht mehr verwendet, liegen aber noch auf dem Datenträger.</translation>
    </message>
    <message>
        <source>Close other programs that may use them; Hearth tries again at the next start.</source>
        <translation>Andere Programme schließen, die sie verwenden könnten; Hearth versucht es beim nächsten Start erneut.</translation>
    </message>
    <message>
        <source>What this model keeps of a chat takes {size}, and Hearth stores at most {limit} at once.</source>
        <translation>Was dieses Modell zu einem Chat ablegt, ist {size} groß; Hearth speichert höchstens {limit} auf einmal.</translation>
    </message>
    <message>
        <source>Chats as long as this one are read again when opened; nothing is lost.</source>
        <translation>Chats dieser Länge werden beim Öffnen erneut gelesen; nichts geht verloren.</translation>
    </message>
    <message>
        <source>Start a new chat now and then; shorter chats with this model are stored.</source>
        <translation>Ab und zu einen neuen Chat beginnen; kürzere Chats mit diesem Modell werden gespeichert.</translation>
    </message>
    <message>
        <source>What was chosen for single chats ({path}) could not be read ({reason}).</source>
        <translation>Die Auswahl für einzelne Chats ({path}) konnte nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>They are taken from your chats when the window opens. Until then no chat is pinned and none is switched off.</source>
        <translation>Sie wird aus den Chats übernommen, sobald das Fenster öffnet. Bis dahin ist kein Chat angeheftet und keiner abgeschaltet.</translation>
    </message>
    <message>
        <source>What was chosen for single chats could not be saved to {path} ({reason}).</source>
        <translation>Die Auswahl für einzelne Chats konnte nicht in {path} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>The choice holds until Hearth is closed.</source>
        <translation>Die Auswahl gilt, bis Hearth geschlossen wird.</translation>
    </message>
    <message>
        <source>Make that file and its folder writable, or free some space.</source>
        <translation>Diese Datei und ihren Ordner beschreibbar machen oder Speicherplatz freigeben.</translation>
    </message>
    <message>
        <source>Hearth could not write to its cache folder {root} ({reason}).</source>
        <translation>Hearth konnte nicht in seinen Cache-Ordner {root} schreiben ({reason}).</translation>
    </message>
    <message>
        <source>Check the disk and restart Hearth; the cache folder can be deleted safely.</source>
        <translation>Den Datenträger prüfen und Hearth neu starten; der Cache-Ordner kann gefahrlos gelöscht werden.</translation>
    </message>
    <message>
        <source>The index of stored chats {path} cannot be used.</source>
        <translation>Der Index der gespeicherten Chats {path} kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>Its disk is full: free some space and restart Hearth.</source>
        <translation>Der Datenträger ist voll: Speicherplatz freigeben und Hearth neu starten.</translation>
    </message>
    <message>
        <source>Restart Hearth; the index is then built again from the stored files.</source>
        <translation>Hearth neu starten; der Index wird dann aus den gespeicherten Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>Make the file readable, then start Hearth again.</source>
        <translation>Die Datei lesbar machen und Hearth erneut starten.</translation>
    </message>
    <message>
        <source>Correct or delete {path}.</source>
        <translation>{path} korrigieren oder löschen.</translation>
    </message>
    <message>
        <source>Open the window; the file was moved to {broken}.</source>
        <translation>Das Fenster öffnen; die Datei wurde nach {broken} verschoben.</translation>
    </message>
    <message>
        <source>This copy of Hearth does not know which packages it needs.</source>
        <translation>Dieser Installation von Hearth ist nicht bekannt, welche Pakete sie benötigt.</translation>
    </message>
    <message>
        <source>Their licences cannot be listed. Your chats are not concerned.</source>
        <translation>Die Lizenzen dieser Pakete können nicht aufgeführt werden. Die Chats sind nicht betroffen.</translation>
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
        <source>Check that the file was not moved or deleted, or open another model.</source>
        <translation>Prüfen, ob die Datei verschoben oder gelöscht wurde, oder ein anderes Modell öffnen.</translation>
    </message>
    <message>
        <source>{path} is not a GGUF model file.</source>
        <translation>{path} ist keine GGUF-Modelldatei.</translation>
    </message>
    <message>
        <source>The file is damaged or not a model: choose another one, or download it again.</source>
        <translation>Die Datei ist beschädigt oder kein Modell: eine andere wählen oder erneut herunterladen.</translation>
    </message>
    <message>
        <source>The model file {path} is incomplete or damaged.</source>
        <translation>Die Modelldatei {path} ist unvollständig oder beschädigt.</translation>
    </message>
    <message>
        <source>The model {path} is of a kind this version cannot run ({architecture}).</source>
        <translation>Das Modell {path} ist von einer Art, die diese Version nicht ausführen kann ({architecture}).</translation>
    </message>
    <message>
        <source>Update Hearth, or open a model of another kind.</source>
        <translation>Hearth aktualisieren oder ein Modell anderer Art öffnen.</translation>
    </message>
    <message>
        <source>The model {path} does not fit into this machine&apos;s memory.</source>
        <translation>Das Modell {path} passt nicht in den Speicher dieses Computers.</translation>
    </message>
    <message>
        <source>Close other programs, or open a smaller model or a smaller quantisation of it.</source>
        <translation>Andere Programme schließen oder ein kleineres Modell oder eine kleinere Quantisierung davon öffnen.</translation>
    </message>
    <message>
        <source>The model {path} could not be loaded.</source>
        <translation>Das Modell {path} konnte nicht geladen werden.</translation>
    </message>
    <message>
        <source>Open another model; the details say what llama.cpp objected to.</source>
        <translation>Ein anderes Modell öffnen; die Details zeigen, was llama.cpp bemängelt.</translation>
    </message>
    <message>
        <source>The KV cache of {path} cannot be kept in 8 bits.</source>
        <translation>Der KV-Cache von {path} kann nicht mit 8 Bit geführt werden.</translation>
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
        <source>llama.cpp stopped while it read the model file {path}.</source>
        <translation>llama.cpp ist abgebrochen, während es die Modelldatei {path} las.</translation>
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
        <source>Open a model to go on.</source>
        <translation>Zum Fortfahren ein Modell öffnen.</translation>
    </message>
    <message>
        <source>The model stopped computing with error {code}.</source>
        <translation>Das Modell hat die Berechnung mit Fehler {code} beendet.</translation>
    </message>
    <message>
        <source>This answer ends here; what was said so far is kept.</source>
        <translation>Diese Antwort endet hier; der bisherige Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Press Regenerate; if it happens again, load the model anew.</source>
        <translation>„Neu erzeugen“ wählen; tritt es wieder auf, das Modell neu laden.</translation>
    </message>
    <message>
        <source>The loaded model has no token “{name}”.</source>
        <translation>Das geladene Modell hat kein Token „{name}“.</translation>
    </message>
    <message>
        <source>The grammar of this chat names it, so the model was not asked.</source>
        <translation>Die Grammatik dieses Chats nennt es, deshalb wurde das Modell nicht gefragt.</translation>
    </message>
    <message>
        <source>Change the grammar in the settings of the chat, or open another model.</source>
        <translation>Ändern Sie die Grammatik in den Einstellungen des Chats, oder öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>There is no readable adapter at {path}.</source>
        <translation>Unter {path} liegt kein lesbarer Adapter.</translation>
    </message>
    <message>
        <source>{path} is no LoRA adapter.</source>
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
        <source>For trying things out on any machine; quick, and often wrong.</source>
        <translation>Zum Ausprobieren auf jedem Computer; schnell und oft falsch.</translation>
    </message>
    <message>
        <source>For sums and code; it thinks aloud before it answers.</source>
        <translation>Für Rechnungen und Code; denkt vor der Antwort laut nach.</translation>
    </message>
    <message>
        <source>For everyday talk and writing, in many languages.</source>
        <translation>Für alltägliche Gespräche und Texte, in vielen Sprachen.</translation>
    </message>
    <message>
        <source>For harder questions, if you have patience or a graphics card.</source>
        <translation>Für schwierigere Fragen, mit etwas Geduld oder einer Grafikkarte.</translation>
    </message>
    <message>
        <source>For demanding work on a strong machine; it knows the most.</source>
        <translation>Für anspruchsvolle Aufgaben auf einem starken Computer; weiß am meisten.</translation>
    </message>
    <message>
        <source>What was downloaded so far is kept; your chats and models are not affected.</source>
        <translation>Der bisherige Download bleibt erhalten; Chats und Modelle sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Nothing was downloaded; your chats and models are not affected.</source>
        <translation>Es wurde nichts heruntergeladen; Chats und Modelle sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The disk with {folder} is too full: {gb} GB are missing.</source>
        <translation>Der Datenträger mit {folder} ist zu voll: Es fehlen {gb} GB.</translation>
    </message>
    <message>
        <source>The disk with {folder} is full.</source>
        <translation>Der Datenträger mit {folder} ist voll.</translation>
    </message>
    <message>
        <source>Free some space or choose a smaller file, then go on.</source>
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
        <source>There is another file called {name} already.</source>
        <translation>Es gibt bereits eine andere Datei mit dem Namen {name}.</translation>
    </message>
    <message>
        <source>It was not touched, and nothing was downloaded in its place.</source>
        <translation>Sie wurde nicht angetastet; es wurde nichts an ihrer Stelle heruntergeladen.</translation>
    </message>
    <message>
        <source>Move or rename that file, or choose another folder.</source>
        <translation>Diese Datei verschieben oder umbenennen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>The hub names a file {name}, which is not safe on this disk.</source>
        <translation>Der Hub nennt eine Datei {name}; dieser Name ist auf diesem Datenträger nicht sicher.</translation>
    </message>
    <message>
        <source>Choose a repository of somebody else.</source>
        <translation>Ein Repository eines anderen Anbieters wählen.</translation>
    </message>
    <message>
        <source>Another Hearth is downloading {name} already.</source>
        <translation>Eine andere Instanz von Hearth lädt {name} bereits herunter.</translation>
    </message>
    <message>
        <source>It goes on there, undisturbed.</source>
        <translation>Dort läuft der Download ungestört weiter.</translation>
    </message>
    <message>
        <source>Wait for it, or pause it there first.</source>
        <translation>Abwarten oder den Download zuerst dort pausieren.</translation>
    </message>
    <message>
        <source>The hub sends another file than it listed as {name}.</source>
        <translation>Der Hub sendet eine andere Datei, als er unter {name} aufgeführt hat.</translation>
    </message>
    <message>
        <source>Cancel this download, and choose the model again.</source>
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
        <source>Try again; if it happens again, the file on the hub, a proxy on the way or this disk has a fault.</source>
        <translation>Erneut versuchen; tritt es wieder auf, ist die Datei auf dem Hub, ein Proxy unterwegs oder dieser Datenträger fehlerhaft.</translation>
    </message>
    <message>
        <source>“{repo}” is no name of a repository.</source>
        <translation>„{repo}“ ist kein Name eines Repositorys.</translation>
    </message>
    <message>
        <source>Write it as author/name, as in ggml-org/gemma-3-4b-it-GGUF.</source>
        <translation>Als Autor/Name angeben, zum Beispiel ggml-org/gemma-3-4b-it-GGUF.</translation>
    </message>
    <message>
        <source>There is no repository {repo} that everybody may see.</source>
        <translation>Es gibt kein öffentlich sichtbares Repository {repo}.</translation>
    </message>
    <message>
        <source>Check the spelling; it may have been renamed or deleted, or be private and need a token of its owner.</source>
        <translation>Die Schreibweise prüfen; es kann umbenannt, gelöscht oder privat sein und ein Zugriffstoken des Besitzers erfordern.</translation>
    </message>
    <message>
        <source>The makers of {repo} want to know who downloads it.</source>
        <translation>Die Hersteller von {repo} möchten wissen, wer es herunterlädt.</translation>
    </message>
    <message>
        <source>Sign in at {page}, accept the terms there, and try again; the token that Hearth has must be of the same account.</source>
        <translation>Auf {page} anmelden, dort die Bedingungen annehmen und es erneut versuchen; das in Hearth hinterlegte Zugriffstoken muss zum selben Konto gehören.</translation>
    </message>
    <message>
        <source>Sign in at {page}, accept the terms there, make a token for reading, and give it to Hearth: in the window, with `hearth models token`, or in the environment variable HF_TOKEN.</source>
        <translation>Auf {page} anmelden, dort die Bedingungen annehmen, ein Zugriffstoken zum Lesen erstellen und in Hearth hinterlegen: im Fenster, mit `hearth models token` oder in der Umgebungsvariable HF_TOKEN.</translation>
    </message>
    <message>
        <source>{host} does not accept the token that Hearth has.</source>
        <translation>{host} akzeptiert das in Hearth hinterlegte Zugriffstoken nicht.</translation>
    </message>
    <message>
        <source>It may have expired. Make a new one at {page} and give it to Hearth, or remove the old one: most models need none.</source>
        <translation>Es ist womöglich abgelaufen. Auf {page} ein neues erstellen und in Hearth hinterlegen oder das alte entfernen: Die meisten Modelle brauchen keines.</translation>
    </message>
    <message>
        <source>This is no token: it has characters that a token cannot have.</source>
        <translation>Das ist kein Zugriffstoken: Es enthält unzulässige Zeichen.</translation>
    </message>
    <message>
        <source>It was not kept, and nothing was changed.</source>
        <translation>Es wurde nicht gespeichert, und es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Copy the token once more, without spaces and quotation marks.</source>
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
        <source>There are: {offered}.</source>
        <translation>Vorhanden sind: {offered}.</translation>
    </message>
    <message>
        <source>Look for a repository whose name ends in GGUF.</source>
        <translation>Ein Repository suchen, dessen Name auf GGUF endet.</translation>
    </message>
    <message>
        <source>The {keyring} of this system cannot be used.</source>
        <translation>Der Passwortspeicher dieses Systems ({keyring}) kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The token was not kept: Hearth never writes one into a plain file.</source>
        <translation>Das Zugriffstoken wurde nicht gespeichert: Hearth schreibt es nie in eine unverschlüsselte Datei.</translation>
    </message>
    <message>
        <source>Unlock or install the {keyring}, or put the token into the environment variable HF_TOKEN before Hearth is started.</source>
        <translation>Den Passwortspeicher ({keyring}) entsperren oder installieren; alternativ das Zugriffstoken vor dem Start von Hearth in die Umgebungsvariable HF_TOKEN eintragen.</translation>
    </message>
    <message>
        <source>What {name} would take cannot be read off its beginning.</source>
        <translation>Was {name} belegen würde, lässt sich am Anfang der Datei nicht ablesen.</translation>
    </message>
    <message>
        <source>The estimate from the size of the file still holds.</source>
        <translation>Die Schätzung anhand der Dateigröße gilt weiterhin.</translation>
    </message>
    <message>
        <source>The name of {folder} begins or ends with a blank, or has characters that cannot be displayed.</source>
        <translation>Der Name von {folder} beginnt oder endet mit einem Leerzeichen oder enthält Zeichen, die nicht darstellbar sind.</translation>
    </message>
    <message>
        <source>Hearth does not look there.</source>
        <translation>Hearth sucht dort nicht.</translation>
    </message>
    <message>
        <source>Give the folder another name, then add it again.</source>
        <translation>Den Ordner umbenennen und erneut hinzufügen.</translation>
    </message>
    <message>
        <source>{path} is not in the library of models.</source>
        <translation>{path} ist nicht in der Modellbibliothek.</translation>
    </message>
    <message>
        <source>`hearth models list` shows what is.</source>
        <translation>`hearth models list` zeigt, was darin ist.</translation>
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
        <source>{path} could not be moved to the {trash} ({reason}).</source>
        <translation>{path} konnte nicht in den {trash} verschoben werden ({reason}).</translation>
    </message>
    <message>
        <source>It is still where it was; your chats are not affected.</source>
        <translation>Die Datei ist noch, wo sie war; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Delete it with {file_manager}, or make its folder writable.</source>
        <translation>Die Datei im {file_manager} löschen oder ihren Ordner beschreibbar machen.</translation>
    </message>
    <message>
        <source>{folder} cannot be read ({reason}).</source>
        <translation>{folder} kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>{folder} has too many files; not all were looked at.</source>
        <translation>{folder} enthält zu viele Dateien; nicht alle wurden berücksichtigt.</translation>
    </message>
    <message>
        <source>The folder {folder} is not there; is its disk connected?</source>
        <translation>Der Ordner {folder} ist nicht vorhanden; ist sein Datenträger angeschlossen?</translation>
    </message>
    <message>
        <source>{folder} is not a folder.</source>
        <translation>{folder} ist kein Ordner.</translation>
    </message>
    <message>
        <source>It lets another model see or hear, and is loaded together with that.</source>
        <translation>Ermöglicht es einem anderen Modell, zu sehen oder zu hören, und wird mit ihm zusammen geladen.</translation>
    </message>
    <message>
        <source>It changes another model, and is loaded together with that.</source>
        <translation>Verändert ein anderes Modell und wird mit ihm zusammen geladen.</translation>
    </message>
    <message>
        <source>It is a part of a split model, under a name that does not say so.</source>
        <translation>Teil eines aufgeteilten Modells, dessen Name das nicht erkennen lässt.</translation>
    </message>
    <message>
        <source>It has a tokenizer and no weights.</source>
        <translation>Enthält einen Tokenizer, aber keine Gewichte.</translation>
    </message>
    <message>
        <source>It is not a language model.</source>
        <translation>Kein Sprachmodell.</translation>
    </message>
    <message>
        <source>Its download has not ended.</source>
        <translation>Der Download ist noch nicht abgeschlossen.</translation>
    </message>
    <message>
        <source>It is not a regular file.</source>
        <translation>Keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>Files of it are missing: {names}.</source>
        <translation>Es fehlen Dateien: {names}.</translation>
    </message>
    <message>
        <source>It is not complete: {n_mb} MB are missing.</source>
        <translation>Unvollständig: Es fehlen {n_mb} MB.</translation>
    </message>
    <message>
        <source>It is split into files whose names do not fit what they hold.</source>
        <translation>In Dateien aufgeteilt, deren Namen nicht zum Inhalt passen.</translation>
    </message>
    <message>
        <source>The settings of the model could not be saved to {path} ({reason}).</source>
        <translation>Die Einstellungen des Modells konnten nicht in {path} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>They hold until Hearth is closed; your chats are not affected.</source>
        <translation>Sie gelten, bis Hearth geschlossen wird; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The model keeps the settings it had.</source>
        <translation>Das Modell behält seine bisherigen Einstellungen.</translation>
    </message>
    <message>
        <source>Choose another value.</source>
        <translation>Einen anderen Wert wählen.</translation>
    </message>
    <message>
        <source>The file {path} is not there any more.</source>
        <translation>Die Datei {path} ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>Set again what you had changed; the old file is {broken}.</source>
        <translation>Die Änderungen erneut vornehmen; die alte Datei ist {broken}.</translation>
    </message>
    <message>
        <source>Make the file {path} readable, or delete it.</source>
        <translation>Die Datei {path} lesbar machen oder löschen.</translation>
    </message>
    <message>
        <source>The file with the settings of your models cannot be read.</source>
        <translation>Die Datei mit den Einstellungen der Modelle kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Models are loaded as Hearth chooses; your chats are not affected.</source>
        <translation>Modelle werden so geladen, wie Hearth es wählt; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The context must have {least} to {most} tokens.</source>
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
        <source>The share of a device must be a number that is not negative.</source>
        <translation>Der Anteil eines Geräts muss eine nicht negative Zahl sein.</translation>
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
        <source>A KV cache of 8 bits needs flash attention.</source>
        <translation>Ein KV-Cache mit 8 Bit erfordert Flash Attention.</translation>
    </message>
    <message>
        <source>Your chats and models are not affected.</source>
        <translation>Chats und Modelle sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation>Später erneut versuchen.</translation>
    </message>
    <message>
        <source>{address} is no usable web address.</source>
        <translation>{address} ist keine gültige Webadresse.</translation>
    </message>
    <message>
        <source>Correct the address.</source>
        <translation>Die Adresse korrigieren.</translation>
    </message>
    <message>
        <source>{host} cannot be reached: this machine seems to be offline.</source>
        <translation>{host} ist nicht erreichbar: Dieser Computer scheint offline zu sein.</translation>
    </message>
    <message>
        <source>Connect to the internet and try again. All else works offline.</source>
        <translation>Mit dem Internet verbinden und es erneut versuchen. Alles andere funktioniert offline.</translation>
    </message>
    <message>
        <source>No address is known for {host}.</source>
        <translation>Zu {host} ist keine Adresse bekannt.</translation>
    </message>
    <message>
        <source>Check the connection to the internet, and the name servers it uses.</source>
        <translation>Die Internetverbindung und die verwendeten Nameserver prüfen.</translation>
    </message>
    <message>
        <source>{host} refused the connection.</source>
        <translation>{host} hat die Verbindung abgelehnt.</translation>
    </message>
    <message>
        <source>Try again later. If it still fails, ask the administrator of the network.</source>
        <translation>Versuchen Sie es später noch einmal. Gelingt es dann nicht, fragen Sie die Netzwerkverwaltung.</translation>
    </message>
    <message>
        <source>{host} could not be reached.</source>
        <translation>{host} war nicht erreichbar.</translation>
    </message>
    <message>
        <source>No safe connection to {host} is possible: its certificate was not accepted.</source>
        <translation>Keine sichere Verbindung zu {host} möglich: Das Zertifikat wurde nicht akzeptiert.</translation>
    </message>
    <message>
        <source>Check the clock of this machine; where a company looks into connections, its certificate must be among those of the system.</source>
        <translation>Die Uhr dieses Computers prüfen; wo ein Unternehmen Verbindungen prüft, muss sein Zertifikat unter denen des Systems sein.</translation>
    </message>
    <message>
        <source>{host} did not answer in time.</source>
        <translation>{host} hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>The connection to {host} broke.</source>
        <translation>Die Verbindung zu {host} ist abgebrochen.</translation>
    </message>
    <message>
        <source>The proxy {proxy} could not be used.</source>
        <translation>Der Proxy {proxy} konnte nicht verwendet werden.</translation>
    </message>
    <message>
        <source>Hearth can use HTTP proxies, with a name and a password or without. Check the setting network.proxy, or the proxy of the system.</source>
        <translation>Hearth unterstützt HTTP-Proxys mit und ohne Anmeldung. Die Einstellung network.proxy oder den Proxy des Systems prüfen.</translation>
    </message>
    <message>
        <source>{host} leads to an address that is not safe to follow.</source>
        <translation>{host} leitet auf eine unsichere Adresse weiter.</translation>
    </message>
    <message>
        <source>Nothing can be done here; the server has to be mended.</source>
        <translation>Hier lässt sich nichts tun; der Fehler liegt beim Server.</translation>
    </message>
    <message>
        <source>{host} does not give access to this without permission.</source>
        <translation>{host} gewährt hierauf nur mit Berechtigung Zugriff.</translation>
    </message>
    <message>
        <source>Sign in there with your browser, and give Hearth a token of yours.</source>
        <translation>Dort im Browser anmelden und ein eigenes Zugriffstoken in Hearth hinterlegen.</translation>
    </message>
    <message>
        <source>{host} has nothing under this name.</source>
        <translation>{host} hat nichts unter diesem Namen.</translation>
    </message>
    <message>
        <source>Check the spelling; it may also have been renamed or deleted there.</source>
        <translation>Die Schreibweise prüfen; es kann dort auch umbenannt oder gelöscht worden sein.</translation>
    </message>
    <message>
        <source>{host} has had too many requests from this address.</source>
        <translation>{host} hat von dieser Adresse zu viele Anfragen erhalten.</translation>
    </message>
    <message>
        <source>{host} has a fault at the moment (status {status}).</source>
        <translation>{host} hat gerade eine Störung (Status {status}).</translation>
    </message>
    <message>
        <source>{host} answered something that Hearth does not understand.</source>
        <translation>{host} hat etwas geantwortet, das Hearth nicht versteht.</translation>
    </message>
    <message>
        <source>If a page of the network asks you to sign in first, as in hotels, do so in your browser; else try again later.</source>
        <translation>Falls das Netzwerk zuerst eine Anmeldung verlangt, etwa im Hotel, diese im Browser vornehmen; sonst später erneut versuchen.</translation>
    </message>
    <message>
        <source>Hearth cannot write to the folder {folder}.</source>
        <translation>Hearth kann nicht in den Ordner {folder} schreiben.</translation>
    </message>
    <message>
        <source>Nothing was changed, but chats cannot be saved there.</source>
        <translation>Es wurde nichts geändert, aber Chats können dort nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Make the folder writable, or choose another one with --data-dir.</source>
        <translation>Den Ordner beschreibbar machen oder mit --data-dir einen anderen wählen.</translation>
    </message>
    <message>
        <source>The folder with your chats is not there: {folder}.</source>
        <translation>Der Ordner mit den Chats ist nicht vorhanden: {folder}.</translation>
    </message>
    <message>
        <source>Nothing was changed, and no new folder was begun in its place.</source>
        <translation>Es wurde nichts geändert und kein neuer Ordner an seiner Stelle angelegt.</translation>
    </message>
    <message>
        <source>Connect the disk that it lies on, and start Hearth again.</source>
        <translation>Den zugehörigen Datenträger anschließen und Hearth erneut starten.</translation>
    </message>
    <message>
        <source>The folder in which Hearth was started is no longer there.</source>
        <translation>Der Ordner, in dem Hearth gestartet wurde, ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Change to another folder, and start it again.</source>
        <translation>In einen anderen Ordner wechseln und erneut starten.</translation>
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
        <source>The prompts could not be saved to {path} ({reason}).</source>
        <translation>Die Prompts konnten nicht in {path} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>Nothing was changed; your chats are not affected.</source>
        <translation>Es wurde nichts geändert; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>There are {n} prompts already.</source>
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
        <source>The saved prompts in {path} could not be read ({reason}).</source>
        <translation>Die gespeicherten Prompts in {path} konnten nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>No saved prompt is offered; your chats are not affected.</source>
        <translation>Gespeicherte Prompts werden nicht angeboten; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Make that file readable.</source>
        <translation>Diese Datei lesbar machen.</translation>
    </message>
    <message>
        <source>Your file was moved to {broken}; correct it and rename it back, or ignore this.</source>
        <translation>Die Datei wurde nach {broken} verschoben; sie kann korrigiert und zurückbenannt oder einfach ignoriert werden.</translation>
    </message>
    <message>
        <source>The file of saved prompts could not be understood ({error}).</source>
        <translation>Die Datei mit den gespeicherten Prompts ist fehlerhaft ({error}).</translation>
    </message>
    <message>
        <source>Hearth&apos;s window and its engine do not understand each other.</source>
        <translation>Das Fenster von Hearth und seine Engine verstehen einander nicht.</translation>
    </message>
    <message>
        <source>Answers that were running have ended; your chats are safe on disk.</source>
        <translation>Laufende Antworten wurden beendet; die Chats sind sicher gespeichert.</translation>
    </message>
    <message>
        <source>Restart Hearth; if it keeps happening, report the details.</source>
        <translation>Hearth neu starten; falls es wieder auftritt, die Details melden.</translation>
    </message>
    <message>
        <source>The setting keeps the value it had.</source>
        <translation>Die Einstellung behält ihren bisherigen Wert.</translation>
    </message>
    <message>
        <source>The settings could not be saved to {path} ({reason}).</source>
        <translation>Die Einstellungen konnten nicht in {path} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>The change holds until Hearth is closed; your chats are not affected.</source>
        <translation>Die Änderung gilt, bis Hearth geschlossen wird; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>There is no setting in “{said}”.</source>
        <translation>„{said}“ enthält keine Einstellung.</translation>
    </message>
    <message>
        <source>Write --set KEY=VALUE. The keys are {known}.</source>
        <translation>Als --set KEY=VALUE angeben. Mögliche Schlüssel: {known}.</translation>
    </message>
    <message>
        <source>Takes effect when a model is loaded next.</source>
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
        <source>The settings file could not be understood ({error}).</source>
        <translation>Die Einstellungsdatei ist fehlerhaft ({error}).</translation>
    </message>
    <message>
        <source>Hearth started with its standard settings; your chats are not affected.</source>
        <translation>Hearth wurde mit Standardeinstellungen gestartet; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The settings file {path} could not be read ({reason}).</source>
        <translation>Die Einstellungsdatei {path} konnte nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Make that file readable, then start Hearth again.</source>
        <translation>Diese Datei lesbar machen und Hearth erneut starten.</translation>
    </message>
    <message>
        <source>The default is used instead of {value}; your chats are not affected.</source>
        <translation>Statt {value} gilt der Standardwert; die Chats sind nicht betroffen.</translation>
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
        <source>The model file that is loaded at the start; empty for Hearth Guide, which is built in.</source>
        <translation>Die Modelldatei, die beim Start geladen wird; leer für den eingebauten Hearth Guide.</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>Ordner mit Modellen</translation>
    </message>
    <message>
        <source>Where Hearth looks for model files, and in the folders below; one on each line.</source>
        <translation>Wo Hearth nach Modelldateien sucht, Unterordner eingeschlossen; einer pro Zeile.</translation>
    </message>
    <message>
        <source>Models of other programs</source>
        <translation>Modelle anderer Programme</translation>
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
        <source>Show models of other programs</source>
        <translation>Modelle anderer Programme zeigen</translation>
    </message>
    <message>
        <source>The list of models also has those that Ollama, LM Studio and others keep on this machine. Hearth uses them where they are.</source>
        <translation>Die Liste der Modelle enthält auch die, die Ollama, LM Studio und andere auf diesem Computer ablegen. Hearth benutzt sie dort, wo sie sind.</translation>
    </message>
    <message>
        <source>Context size</source>
        <translation>Kontextgröße</translation>
    </message>
    <message>
        <source>How many tokens the model keeps in mind; 0 lets Hearth choose by the free memory.</source>
        <translation>Wie viele Token das Modell im Blick behält; bei 0 wählt Hearth nach dem freien Speicher.</translation>
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
        <source>After how many minutes without a question the model gives its memory back, to be loaded again with the next one; 0 keeps it until Hearth is closed.</source>
        <translation>Nach wie vielen Minuten ohne Frage das Modell seinen Speicher freigibt, um mit der nächsten wieder geladen zu werden; bei 0 bleibt es geladen, bis Hearth geschlossen wird.</translation>
    </message>
    <message>
        <source>Until Hearth is closed</source>
        <translation>Bis Hearth geschlossen wird</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>0 always takes the likeliest word, higher is more varied; until it is set, each model gets what its makers recommend.</source>
        <translation>0 nimmt immer das wahrscheinlichste Wort, höhere Werte bringen mehr Abwechslung; ohne eigenen Wert gilt die Empfehlung der Hersteller des Modells.</translation>
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
        <source>How many GB the stored memory of all chats may take; 0 lets Hearth choose: a quarter of the free disk, at most 20 GiB.</source>
        <translation>Wie viele GB das gespeicherte Gedächtnis aller Chats belegen darf; bei 0 wählt Hearth: ein Viertel des freien Speicherplatzes, höchstens 20 GiB.</translation>
    </message>
    <message>
        <source>Write at most in a day</source>
        <translation>Höchstens am Tag schreiben</translation>
    </message>
    <message>
        <source>How many GB of conversation memory Hearth may write on one day, to spare the disk; 0 for no limit.</source>
        <translation>Wie viele GB Chat-Gedächtnis Hearth an einem Tag schreiben darf, um den Datenträger zu schonen; 0 für keine Grenze.</translation>
    </message>
    <message>
        <source>Keep free for other programs</source>
        <translation>Für andere Programme frei halten</translation>
    </message>
    <message>
        <source>Hearth stores no conversation memory while fewer GB than these are free on the disk.</source>
        <translation>Hearth speichert kein Chat-Gedächtnis, solange auf dem Datenträger weniger GB als diese frei sind.</translation>
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
        <source>The font of everything but code.</source>
        <translation>Die Schrift für alles außer Code.</translation>
    </message>
    <message>
        <source>100 % is the usual size of what you read and write.</source>
        <translation>100 % ist die übliche Größe dessen, was Sie lesen und schreiben.</translation>
    </message>
    <message>
        <source>Read while I type</source>
        <translation>Beim Tippen mitlesen</translation>
    </message>
    <message>
        <source>Notify me when a long answer ends</source>
        <translation>Benachrichtigen, wenn eine lange Antwort endet</translation>
    </message>
    <message>
        <source>The system tells you when an answer of more than ten seconds ends while Hearth is not in front. It names the chat, and nothing that was written in it.</source>
        <translation>Das System sagt Ihnen Bescheid, wenn eine Antwort von mehr als zehn Sekunden endet, während Hearth nicht im Vordergrund ist. Es nennt den Chat und nichts, was darin geschrieben wurde.</translation>
    </message>
    <message>
        <source>When I close the window</source>
        <translation>Wenn ich das Fenster schließe</translation>
    </message>
    <message>
        <source>Editors and other programs on this machine may ask the model, over HTTP. Each has to show a key.</source>
        <translation>Editoren und andere Programme auf diesem Computer dürfen das Modell über HTTP fragen. Jedes muss einen Schlüssel vorweisen.</translation>
    </message>
    <message>
        <source>Keep the memory of their conversations</source>
        <translation>Das Gedächtnis ihrer Gespräche behalten</translation>
    </message>
    <message>
        <source>Hearth keeps on disk what models have computed for other programs, so that their conversations continue at once. It does not keep their words.</source>
        <translation>Hearth behält auf dem Datenträger, was Modelle für andere Programme berechnet haben, damit deren Gespräche sofort weitergehen. Ihre Worte behält es nicht.</translation>
    </message>
    <message>
        <source>Load the models they ask for</source>
        <translation>Die Modelle laden, nach denen sie fragen</translation>
    </message>
    <message>
        <source>When a program asks for another model of the library, Hearth loads it in place of the one that answers your chats.</source>
        <translation>Fragt ein Programm nach einem anderen Modell der Bibliothek, lädt Hearth es anstelle dessen, das Ihre Chats beantwortet.</translation>
    </message>
    <message>
        <source>Share your chats</source>
        <translation>Ihre Chats freigeben</translation>
    </message>
    <message>
        <source>Programs that show the key may read your chats and continue them.</source>
        <translation>Programme, die den Schlüssel vorweisen, dürfen Ihre Chats lesen und fortsetzen.</translation>
    </message>
    <message>
        <source>Keep what they ask as chats</source>
        <translation>Ihre Fragen als Chats behalten</translation>
    </message>
    <message>
        <source>The questions of other programs and their answers become chats.</source>
        <translation>Die Fragen anderer Programme und ihre Antworten werden zu Chats.</translation>
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
        <source>Who writes the title of a chat that you have not named: the model, while it has nothing else to do, or nobody: then it is the first words of the chat.</source>
        <translation>Woher der Titel eines unbenannten Chats kommt: vom Modell, sobald es nichts anderes zu tun hat, oder aus den ersten Wörtern des Chats.</translation>
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
        <source>The address of an HTTP proxy for downloads, such as http://proxy.example:3128; empty for what the system says, none for no proxy at all.</source>
        <translation>Die Adresse eines HTTP-Proxys für Downloads, zum Beispiel http://proxy.example:3128; leer für die Vorgabe des Systems, none für keinen Proxy.</translation>
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
        <source>How much room there is between messages, and between chats in the list.</source>
        <translation>Wie viel Abstand zwischen Nachrichten und zwischen den Chats der Liste liegt.</translation>
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
        <source>What the model is told at the beginning of every new chat (its system prompt).</source>
        <translation>Was dem Modell am Anfang jedes neuen Chats gesagt wird (sein System-Prompt).</translation>
    </message>
    <message>
        <source>The model reads your message while you type, when it has nothing else to do, so that its answer begins sooner. Not while the computer runs on battery.</source>
        <translation>Das Modell liest Ihre Nachricht schon, während Sie tippen, wenn es sonst nichts zu tun hat, damit seine Antwort früher beginnt. Nicht im Akkubetrieb.</translation>
    </message>
    <message>
        <source>Quality of pictures</source>
        <translation>Qualität von Bildern</translation>
    </message>
    <message>
        <source>How many pixels of a picture that you attach next the model is given; fewer take fewer tokens. The menu of a picture changes it for that one and those after it.</source>
        <translation>Wie viele Pixel eines Bildes, das Sie als Nächstes anhängen, das Modell erhält; weniger brauchen weniger Token. Das Menü eines Bildes ändert es für dieses und die folgenden.</translation>
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
        <source>Hearth can stay in the tray, where the system has one: the model stays loaded, and answers go on. “Quit” ends it.</source>
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
        <source>Where other programs reach the API on this machine.</source>
        <translation>Wo andere Programme die API auf diesem Computer erreichen.</translation>
    </message>
    <message>
        <source>Other names of this machine</source>
        <translation>Andere Namen dieses Computers</translation>
    </message>
    <message>
        <source>By which programs may ask it, beside localhost, such as that of a proxy; one on each line.</source>
        <translation>Unter denen Programme ihn außer als localhost fragen dürfen, etwa der eines Proxys; einer je Zeile.</translation>
    </message>
    <message>
        <source>Web pages that may ask</source>
        <translation>Webseiten, die fragen dürfen</translation>
    </message>
    <message>
        <source>Such as http://localhost:3000; one on each line. Others are refused.</source>
        <translation>Etwa http://localhost:3000; eine je Zeile. Andere werden abgewiesen.</translation>
    </message>
    <message>
        <source>It was not attached; your message is unchanged.</source>
        <translation>Es wurde nicht angehängt; die Nachricht ist unverändert.</translation>
    </message>
    <message>
        <source>“{name}” could not be kept: the disk is full.</source>
        <translation>„{name}“ konnte nicht aufgehoben werden: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>“{name}” could not be kept ({reason}).</source>
        <translation>„{name}“ konnte nicht aufgehoben werden ({reason}).</translation>
    </message>
    <message>
        <source>Make room on the disk with Hearth&apos;s folder, then attach the file anew.</source>
        <translation>Schaffen Sie Platz auf dem Datenträger mit Hearths Ordner und hängen Sie die Datei dann neu an.</translation>
    </message>
    <message>
        <source>Make Hearth&apos;s folder writable, then attach the file anew.</source>
        <translation>Machen Sie Hearths Ordner beschreibbar und hängen Sie die Datei dann neu an.</translation>
    </message>
    <message>
        <source>The pictures and sounds of other requests take all room there is.</source>
        <translation>Die Bilder und Töne anderer Anfragen belegen allen Platz, den es gibt.</translation>
    </message>
    <message>
        <source>Ask again soon, or send smaller pictures.</source>
        <translation>Fragen Sie bald noch einmal, oder senden Sie kleinere Bilder.</translation>
    </message>
    <message>
        <source>Pictures and sounds that no chat uses any more could not be deleted ({reason}).</source>
        <translation>Bilder und Tonaufnahmen, die kein Chat mehr verwendet, konnten nicht gelöscht werden ({reason}).</translation>
    </message>
    <message>
        <source>They take room, and nothing else is wrong.</source>
        <translation>Sie belegen Platz, sonst fehlt nichts.</translation>
    </message>
    <message>
        <source>Make Hearth&apos;s folder writable; it is tried again at the next start.</source>
        <translation>Machen Sie Hearths Ordner beschreibbar; beim nächsten Start wird es noch einmal versucht.</translation>
    </message>
    <message>
        <source>“{name}” could not be saved: the disk is full.</source>
        <translation>„{name}“ konnte nicht gespeichert werden: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>“{name}” could not be saved ({reason}).</source>
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
        <source>“{name}” is not beside your chats any more.</source>
        <translation>„{name}“ liegt nicht mehr bei Ihren Chats.</translation>
    </message>
    <message>
        <source>Attach the file anew.</source>
        <translation>Hängen Sie die Datei neu an.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>„{name}“ ist leer.</translation>
    </message>
    <message>
        <source>Attach a file with a picture or a sound in it.</source>
        <translation>Hängen Sie eine Datei mit einem Bild oder einer Tonaufnahme an.</translation>
    </message>
    <message>
        <source>“{name}” is larger than {n} MB.</source>
        <translation>„{name}“ ist größer als {n} MB.</translation>
    </message>
    <message>
        <source>Save the picture smaller, or cut the sound shorter, then attach it anew.</source>
        <translation>Speichern Sie das Bild kleiner oder kürzen Sie die Tonaufnahme und hängen Sie sie dann neu an.</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>„{name}“ ist ein Ordner.</translation>
    </message>
    <message>
        <source>Attach the files in it one by one.</source>
        <translation>Hängen Sie die Dateien darin einzeln an.</translation>
    </message>
    <message>
        <source>“{name}” is no ordinary file.</source>
        <translation>„{name}“ ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>Save what it holds in a file, and attach that.</source>
        <translation>Speichern Sie den Inhalt in einer Datei und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>“{name}” is not there any more.</source>
        <translation>„{name}“ ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Look where the file is now, and attach it from there.</source>
        <translation>Sehen Sie nach, wo die Datei jetzt liegt, und hängen Sie sie von dort an.</translation>
    </message>
    <message>
        <source>“{name}” cannot be opened ({reason}).</source>
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
        <source>“{name}” is a picture, and a sound was expected.</source>
        <translation>„{name}“ ist ein Bild, und ein Ton wurde erwartet.</translation>
    </message>
    <message>
        <source>Send it in the place of a picture.</source>
        <translation>Senden Sie es an der Stelle eines Bildes.</translation>
    </message>
    <message>
        <source>“{name}” is a sound, and a picture was expected.</source>
        <translation>„{name}“ ist ein Ton, und ein Bild wurde erwartet.</translation>
    </message>
    <message>
        <source>Send it in the place of a sound.</source>
        <translation>Senden Sie ihn an der Stelle eines Tons.</translation>
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
        <source>Open it in another program, save it anew, and attach that.</source>
        <translation>Öffnen Sie sie in einem anderen Programm, speichern Sie sie neu und hängen Sie das an.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: its decoder has failed.</source>
        <translation>„{name}“ konnte nicht gelesen werden: Der Decoder ist gescheitert.</translation>
    </message>
    <message>
        <source>The sound “{name}” is longer than an hour.</source>
        <translation>Die Tonaufnahme „{name}“ ist länger als eine Stunde.</translation>
    </message>
    <message>
        <source>Cut it into pieces of up to an hour, and attach those.</source>
        <translation>Schneiden Sie sie in Stücke von höchstens einer Stunde und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>The sound “{name}” is empty or too short to be heard.</source>
        <translation>Die Tonaufnahme „{name}“ ist leer oder zu kurz, um gehört zu werden.</translation>
    </message>
    <message>
        <source>Attach a sound of at least a hundredth of a second.</source>
        <translation>Hängen Sie eine Tonaufnahme von mindestens einer Hundertstelsekunde an.</translation>
    </message>
    <message>
        <source>The sound “{name}” has {rate} samples a second and {channels} channels.</source>
        <translation>Die Tonaufnahme „{name}“ hat {rate} Abtastwerte pro Sekunde und {channels} Kanäle.</translation>
    </message>
    <message>
        <source>The picture has more pixels than Hearth can read.</source>
        <translation>Das Bild hat mehr Pixel, als Hearth lesen kann.</translation>
    </message>
    <message>
        <source>Attach the files in it.</source>
        <translation>Die Dateien darin anhängen.</translation>
    </message>
    <message>
        <source>“{name}” is no usual file.</source>
        <translation>„{name}“ ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>Attach a file with text in it.</source>
        <translation>Eine Datei anhängen, die Text enthält.</translation>
    </message>
    <message>
        <source>“{name}” is larger than {limit} MB, more than any model reads.</source>
        <translation>„{name}“ ist größer als {limit} MB; so viel liest kein Modell.</translation>
    </message>
    <message>
        <source>Attach the part that matters.</source>
        <translation>Nur den Teil anhängen, auf den es ankommt.</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: {error}.</source>
        <translation>„{name}“ kann nicht gelesen werden: {error}.</translation>
    </message>
    <message>
        <source>Check that it is there.</source>
        <translation>Prüfen, ob die Datei vorhanden ist.</translation>
    </message>
    <message>
        <source>“{name}” has no text in it.</source>
        <translation>„{name}“ enthält keinen Text.</translation>
    </message>
    <message>
        <source>Attach a file of plain text or code.</source>
        <translation>Eine Datei mit einfachem Text oder Code anhängen.</translation>
    </message>
    <message>
        <source>Whether there is a newer version is not known; nothing was changed.</source>
        <translation>Ob es eine neuere Version gibt, ist nicht bekannt; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Try again later, or look at {page}.</source>
        <translation>Später erneut versuchen oder auf {page} nachsehen.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Später erneut versuchen.</translation>
    </message>
    <message>
        <source>The list of versions names no version.</source>
        <translation>Die Versionsliste nennt keine Version.</translation>
    </message>
    <message>
        <source>The list of versions is no JSON.</source>
        <translation>Die Versionsliste ist kein JSON.</translation>
    </message>
    <message>
        <source>The list of versions is no JSON object.</source>
        <translation>Die Versionsliste ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>The list of versions leads to a page that is no plain https address.</source>
        <translation>Die Versionsliste verweist auf eine Seite, die keine einfache https-Adresse ist.</translation>
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
        <source>It then asks {host} and sends nothing about you.</source>
        <translation>Dabei wird {host} gefragt; persönliche Daten werden nicht gesendet.</translation>
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
        <source>Start a chat of which nothing is kept</source>
        <translation>Einen Chat beginnen, von dem nichts gespeichert wird</translation>
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
        <source>Put this chat out of the way; it stays as it is</source>
        <translation>Diesen Chat beiseitelegen; er bleibt, wie er ist</translation>
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
        <source>Restore what was deleted last</source>
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
        <source>Continue where the answer ended</source>
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
        <source>Add pictures, sounds and texts to your message</source>
        <translation>Bilder, Tonaufnahmen und Texte zur Nachricht hinzufügen</translation>
    </message>
    <message>
        <source>Saved prompts…</source>
        <translation>Gespeicherte Prompts…</translation>
    </message>
    <message>
        <source>Keep texts that you write again and again; / offers them</source>
        <translation>Häufig gebrauchte Texte aufbewahren; mit / abrufbar</translation>
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
        <source>Add chats of Hearth, ChatGPT, Claude and other programs</source>
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
        <source>See the models of your folders and of other programs</source>
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
        <source>Use models that answer on another machine or in another program</source>
        <translation>Modelle verwenden, die auf einem anderen Computer oder in einem anderen Programm antworten</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>Modelleinstellungen…</translation>
    </message>
    <message>
        <source>How this model is loaded: context, GPU, adapters, template</source>
        <translation>Wie dieses Modell geladen wird: Kontext, GPU, Adapter, Vorlage</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>Modell entladen</translation>
    </message>
    <message>
        <source>Give its memory back; it is loaded again when you go on</source>
        <translation>Speicher freigeben; beim Weiterschreiben wird es wieder geladen</translation>
    </message>
    <message>
        <source>Conversation memory…</source>
        <translation>Chat-Gedächtnis…</translation>
    </message>
    <message>
        <source>See what is stored for each chat, and how much</source>
        <translation>Ansehen, was und wie viel zu jedem Chat gespeichert ist</translation>
    </message>
    <message>
        <source>Hardware…</source>
        <translation>Hardware…</translation>
    </message>
    <message>
        <source>See what models are computed with, and how fast</source>
        <translation>Ansehen, womit und wie schnell Modelle rechnen</translation>
    </message>
    <message>
        <source>API for other programs…</source>
        <translation>API für andere Programme…</translation>
    </message>
    <message>
        <source>Let editors and other programs ask the model</source>
        <translation>Editoren und andere Programme das Modell fragen lassen</translation>
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
        <source>Show the chats that are out of the way</source>
        <translation>Die beiseitegelegten Chats anzeigen</translation>
    </message>
    <message>
        <source>Show deleted chats; they stay for 30 days</source>
        <translation>Gelöschte Chats anzeigen; sie bleiben 30 Tage</translation>
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
        <source>Choose how Hearth looks and works</source>
        <translation>Aussehen und Verhalten von Hearth festlegen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>Tastenkürzel…</translation>
    </message>
    <message>
        <source>See the keys of every action, and change them</source>
        <translation>Die Tasten aller Aktionen ansehen und ändern</translation>
    </message>
    <message>
        <source>Folders and reset…</source>
        <translation>Ordner und Zurücksetzen…</translation>
    </message>
    <message>
        <source>Open or move the folders of Hearth, or reset it</source>
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
        <source>The last attempt to load the built-in {guide} did not come to an end.</source>
        <translation>Der letzte Versuch, den eingebauten {guide} zu laden, wurde nicht abgeschlossen.</translation>
    </message>
    <message>
        <source>The last attempt to load {name} did not come to an end.</source>
        <translation>Der letzte Versuch, {name} zu laden, wurde nicht abgeschlossen.</translation>
    </message>
    <message>
        <source>The model was not loaded again by itself. Your chats are untouched.</source>
        <translation>Das Modell wurde nicht von selbst wieder geladen. Die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Open another model, or open this one again to give it another try.</source>
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
        <source>A report was saved on this computer. It names places in the program and nothing of your chats. Hearth sends it nowhere.</source>
        <translation>Auf diesem Computer wurde ein Bericht gespeichert. Er nennt Stellen im Programm und nichts aus den Chats. Hearth sendet ihn nirgendwohin.</translation>
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
        <source>What you wrote is now a new message in the message field.</source>
        <translation>Der geschriebene Text steht jetzt als neue Nachricht im Eingabefeld.</translation>
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
        <source>This takes more memory, and a moment. It lasts until you open another model or close Hearth.</source>
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
        <source>Deleted this version of your message; another one is shown</source>
        <translation>Diese Version der Nachricht gelöscht; eine andere wird angezeigt</translation>
    </message>
    <message>
        <source>Deleted this version of the answer; another one is shown</source>
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
        <source>{keys} brings it back.</source>
        <translation>{keys} bringt es zurück.</translation>
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
        <source>This message is too long to be edited.</source>
        <translation>Diese Nachricht ist zu lang zum Bearbeiten.</translation>
    </message>
    <message>
        <source>Copy the part that you need into a new message.</source>
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
        <source>How the program calls itself</source>
        <translation>Wie sich das Programm selbst nennt</translation>
    </message>
    <message>
        <source>Tokens of what was asked</source>
        <translation>Token der Frage</translation>
    </message>
    <message>
        <source>How many of them did not have to be computed again</source>
        <translation>Wie viele davon nicht neu berechnet werden mussten</translation>
    </message>
    <message>
        <source>Tokens of the answer</source>
        <translation>Token der Antwort</translation>
    </message>
    <message>
        <source>How soon the answer began</source>
        <translation>Wie bald die Antwort begann</translation>
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
        <source>The text, and all that was computed for it, is erased. This cannot be undone.</source>
        <translation>Der Text und alles dafür Berechnete werden gelöscht. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>&amp;Temperature</source>
        <translation>&amp;Temperatur</translation>
    </message>
    <message>
        <source>Higher is more varied, 0 always takes the likeliest word</source>
        <translation>Höhere Werte bringen mehr Abwechslung, 0 nimmt immer das wahrscheinlichste Wort</translation>
    </message>
    <message>
        <source>Top &amp;p</source>
        <translation>Top &amp;p</translation>
    </message>
    <message>
        <source>Only the likeliest words that together reach this share; 1 for all</source>
        <translation>Nur die wahrscheinlichsten Wörter, die zusammen diesen Anteil erreichen; 1 für alle</translation>
    </message>
    <message>
        <source>Top &amp;k</source>
        <translation>Top &amp;k</translation>
    </message>
    <message>
        <source>Only this many of the likeliest words; 0 for all</source>
        <translation>Nur so viele der wahrscheinlichsten Wörter; 0 für alle</translation>
    </message>
    <message>
        <source>&amp;Min p</source>
        <translation>&amp;Min p</translation>
    </message>
    <message>
        <source>Only words at least this likely, compared with the likeliest; 0 for all</source>
        <translation>Nur Wörter mit mindestens diesem Anteil an der Wahrscheinlichkeit des wahrscheinlichsten; 0 für alle</translation>
    </message>
    <message>
        <source>&amp;Repeat penalty</source>
        <translation>&amp;Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Above 1, words that were just used become less likely</source>
        <translation>Über 1 werden gerade verwendete Wörter unwahrscheinlicher</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Startwert (Seed)</translation>
    </message>
    <message>
        <source>The same seed draws the same random numbers; the answer can still differ</source>
        <translation>Derselbe Startwert zieht dieselben Zufallszahlen; die Antwort kann trotzdem anders ausfallen</translation>
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
        <source>The temperature moves by this much, up where the model doubts; 0 for not at all</source>
        <translation>Die Temperatur schwankt um diesen Wert, nach oben, wo das Modell zweifelt; 0 für gar nicht</translation>
    </message>
    <message>
        <source>Temperature curve</source>
        <translation>Temperaturkurve</translation>
    </message>
    <message>
        <source>Above 1 only great doubt raises the temperature, below 1 little does</source>
        <translation>Über 1 hebt nur großer Zweifel die Temperatur, unter 1 schon kleiner</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Only words about as surprising as expected, up to this share; 1 for all</source>
        <translation>Nur Wörter, die etwa so überraschen wie erwartet, bis zu diesem Anteil; 1 für alle</translation>
    </message>
    <message>
        <source>Top n sigma</source>
        <translation>Top n sigma</translation>
    </message>
    <message>
        <source>Only words within so many standard deviations of the likeliest; 0 for all</source>
        <translation>Nur Wörter im Abstand von so vielen Standardabweichungen vom wahrscheinlichsten; 0 für alle</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC-Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>How often the most obvious words are left out; 0 for never</source>
        <translation>Wie oft die naheliegendsten Wörter ausgelassen werden; 0 für nie</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC-Schwelle</translation>
    </message>
    <message>
        <source>Words above this share are obvious; the least likely of them stays</source>
        <translation>Wörter über diesem Anteil gelten als naheliegend; das unwahrscheinlichste davon bleibt</translation>
    </message>
    <message>
        <source>DRY strength</source>
        <translation>DRY-Stärke</translation>
    </message>
    <message>
        <source>Holds down words that would repeat a whole sequence; 0 for off</source>
        <translation>Bremst Wörter, die eine ganze Folge wiederholen würden; 0 für aus</translation>
    </message>
    <message>
        <source>DRY growth</source>
        <translation>DRY-Zunahme</translation>
    </message>
    <message>
        <source>How much stronger for each token that the repeated sequence is longer</source>
        <translation>Wie viel stärker mit jedem Token, um das die wiederholte Folge länger ist</translation>
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
        <source>Makes a word less likely each time it is used; 0 for off</source>
        <translation>Macht ein Wort mit jeder Verwendung unwahrscheinlicher; 0 für aus</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Präsenzstrafe</translation>
    </message>
    <message>
        <source>Makes a word less likely once it was used; 0 for off</source>
        <translation>Macht ein Wort unwahrscheinlicher, sobald es vorkam; 0 für aus</translation>
    </message>
    <message>
        <source>Penalties look back</source>
        <translation>Rückblick der Strafen</translation>
    </message>
    <message>
        <source>The three penalties count this many of the last tokens</source>
        <translation>Die drei Strafen zählen so viele der letzten Token</translation>
    </message>
    <message>
        <source>Mirostat</source>
        <translation>Mirostat</translation>
    </message>
    <message>
        <source>Version 1 or 2 keeps the surprise even, in place of all that leaves words out; 0 for off</source>
        <translation>Version 1 oder 2 hält die Überraschung gleichmäßig, anstelle von allem, was Wörter auslässt; 0 für aus</translation>
    </message>
    <message>
        <source>Mirostat target</source>
        <translation>Mirostat-Ziel</translation>
    </message>
    <message>
        <source>The surprise it aims at; lower keeps to the point</source>
        <translation>Die angestrebte Überraschung; niedriger bleibt näher am Thema</translation>
    </message>
    <message>
        <source>Mirostat rate</source>
        <translation>Mirostat-Rate</translation>
    </message>
    <message>
        <source>How quickly it corrects itself</source>
        <translation>Wie schnell es sich korrigiert</translation>
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
        <source>What the model &amp;knows of the messages it does not read</source>
        <translation>Was das Modell von den nicht gelesenen Nachrichten &amp;kennt</translation>
    </message>
    <message>
        <source>Changing this makes the model reread the messages after it.</source>
        <translation>Wird das geändert, liest das Modell die Nachrichten danach neu.</translation>
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
        <source>Changing this makes the model reread the whole chat.</source>
        <translation>Nach einer Änderung liest das Modell den ganzen Chat erneut.</translation>
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
        <source>Name of the preset</source>
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
        <source>A preset cannot be called “{name}”.</source>
        <translation>Eine Voreinstellung kann nicht „{name}“ heißen.</translation>
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
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
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
        <source>The model is loading. Your message is sent as soon as it is there.</source>
        <translation>Das Modell wird geladen. Die Nachricht wird gesendet, sobald es bereit ist.</translation>
    </message>
    <message>
        <source>Keep typing: it is sent when this answer is done.</source>
        <translation>Schreiben Sie weiter: Es wird gesendet, wenn diese Antwort fertig ist.</translation>
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
        <source>Files can be attached to your own messages, not to an answer.</source>
        <translation>Dateien lassen sich nur an eigene Nachrichten anhängen, nicht an Antworten.</translation>
    </message>
    <message>
        <source>Paste the text that you need.</source>
        <translation>Den benötigten Text einfügen.</translation>
    </message>
    <message>
        <source>This text is too long to be pasted into an answer.</source>
        <translation>Dieser Text ist zu lang, um ihn in eine Antwort einzufügen.</translation>
    </message>
    <message>
        <source>Paste the part that you need.</source>
        <translation>Nur den benötigten Teil einfügen.</translation>
    </message>
    <message>
        <source>Larger context…</source>
        <translation>Größerer Kontext…</translation>
    </message>
    <message>
        <source>Reload the model with a larger context; takes more memory</source>
        <translation>Das Modell mit größerem Kontext neu laden; braucht mehr Speicher</translation>
    </message>
    <message>
        <source>The model does not read them from now on; nothing is deleted</source>
        <translation>Das Modell liest sie ab jetzt nicht mehr; nichts wird gelöscht</translation>
    </message>
    <message>
        <source>The model writes a summary and reads that in their place; nothing is deleted</source>
        <translation>Das Modell schreibt eine Zusammenfassung und liest diese stattdessen; nichts wird gelöscht</translation>
    </message>
    <message>
        <source>Keep only the beginning</source>
        <translation>Nur den Anfang behalten</translation>
    </message>
    <message>
        <source>Cut your message off where it fits; you can look at it before you send it</source>
        <translation>Ihre Nachricht so weit kürzen, dass sie passt; Sie können sie vor dem Senden ansehen</translation>
    </message>
    <message>
        <source>Continue with this message in a new chat</source>
        <translation>Mit dieser Nachricht in einem neuen Chat fortfahren</translation>
    </message>
    <message>
        <source>This does not fit, even with all earlier messages left out: {used} of {context}.</source>
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
        <source>Before the answer, the oldest {messages} will be summarised.</source>
        <translation>Vor der Antwort werden die ältesten {messages} zusammengefasst.</translation>
    </message>
    <message>
        <source>For the answer, the oldest {messages} will be left out.</source>
        <translation>Für die Antwort werden die ältesten {messages} weggelassen.</translation>
    </message>
    <message>
        <source>It fits without the oldest {messages}.</source>
        <translation>Ohne die ältesten {messages} passt es.</translation>
    </message>
    <message>
        <source>The model then reads {tokens} again.</source>
        <translation>Das Modell liest dann {tokens} noch einmal.</translation>
    </message>
    <message>
        <source>The model then reads {tokens} again, which takes {time}.</source>
        <translation>Das Modell liest dann {tokens} noch einmal; das dauert {time}.</translation>
    </message>
    <message>
        <source>A message can have {n} pictures and sounds at most.</source>
        <translation>Eine Nachricht kann höchstens {n} Bilder und Tonaufnahmen haben.</translation>
    </message>
    <message>
        <source>What goes beyond that was not attached; your message is unchanged.</source>
        <translation>Was darüber hinausgeht, wurde nicht angehängt; die Nachricht ist unverändert.</translation>
    </message>
    <message>
        <source>Send them in several messages, or remove some of them.</source>
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
        <source>Attach pictures, sounds and texts; you can also paste them, or drop them here</source>
        <translation>Bilder, Tonaufnahmen und Texte anhängen; auch durch Einfügen oder Hierherziehen</translation>
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
        <source>They stay in the chat, and you can let the model read them again.</source>
        <translation>Sie bleiben im Chat, und das Modell kann sie wieder lesen.</translation>
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
        <source>Temporary chat: nothing of it is kept.</source>
        <translation>Temporärer Chat: Nichts davon wird gespeichert.</translation>
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
        <source>Choose the file that the model sees and hears with</source>
        <translation>Datei wählen, mit der das Modell sieht und hört</translation>
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
        <source>Texts ({patterns})</source>
        <translation>Texte ({patterns})</translation>
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
        <source>Let other programs ask the model</source>
        <translation>Andere Programme dürfen das Modell fragen</translation>
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
        <source>Nothing was asked yet.
What programs ask will appear here: when, by whom and how it went, but not a word of it.</source>
        <translation>Noch wurde nichts gefragt.
Hier erscheint, wann wer gefragt hat und wie es ausging, aber kein Wort davon.</translation>
    </message>
    <message>
        <source>No other program can reach Hearth now.
Once it is on, the address and the key for your editor appear here.</source>
        <translation>Zurzeit erreicht kein anderes Programm Hearth.
Nach dem Einschalten stehen hier Adresse und Schlüssel für den Editor.</translation>
    </message>
    <message>
        <source>Requests of other programs</source>
        <translation>Anfragen anderer Programme</translation>
    </message>
    <message>
        <source>Lets editors and other programs ask the model, as they would ask OpenAI or Anthropic. Only programs on this machine that show the key are answered.</source>
        <translation>Editoren und andere Programme können das Modell fragen, wie sie OpenAI oder Anthropic fragen würden. Antwort erhalten nur Programme auf diesem Computer, die den Schlüssel vorzeigen.</translation>
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
        <source>Estimated from the size of the files, for {tokens} at most:</source>
        <translation>Geschätzt nach der Größe der Dateien, für höchstens {tokens}:</translation>
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
        <source>{place}: weights {weights} + KV cache {cache} + computing {compute} = {together} · {free} of {total} free</source>
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
        <source>These folders were chosen when Hearth was started, so they cannot be moved here.</source>
        <translation>Diese Ordner wurden beim Start von Hearth festgelegt und können daher hier nicht verschoben werden.</translation>
    </message>
    <message>
        <source>Portable: everything is in the folder “data” beside the program. To move it, move the program’s folder as a whole.</source>
        <translation>Portabel: Alles liegt im Ordner „data“ neben dem Programm. Zum Verschieben den gesamten Programmordner verschieben.</translation>
    </message>
    <message>
        <source>Everything was moved to one folder.</source>
        <translation>Alles wurde in einen Ordner verschoben.</translation>
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
        <source>What models have computed for your chats</source>
        <translation>Was Modelle für die Chats berechnet haben</translation>
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
        <source>Everything Hearth writes is in these folders, and nowhere else. Model files stay where you keep them, unless you move one to the {trash} yourself.</source>
        <translation>Alles, was Hearth schreibt, liegt in diesen Ordnern und nirgends sonst. Modelldateien bleiben an ihrem Ort, es sei denn, Sie verschieben eine in den {trash}.</translation>
    </message>
    <message>
        <source>There is nothing yet in {folder}</source>
        <translation>In {folder} ist noch nichts</translation>
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
        <source>Hearth closes its window, moves {size}, and opens again. A running answer is stopped; what it says so far is kept.</source>
        <translation>Hearth schließt sein Fenster, verschiebt {size} und öffnet sich wieder. Eine laufende Antwort wird gestoppt; der bisherige Text bleibt erhalten.</translation>
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
        <source>If you start fresh, Hearth opens without chats. To use the missing ones again later, choose Folders and reset…, then Move…, and their folder.</source>
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
        <source>What could stand at the chosen place</source>
        <translation>Was an der gewählten Stelle stehen könnte</translation>
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
        <source>Show how each goes on</source>
        <translation>Zeigen, wie es jeweils weitergeht</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>Von hier fortsetzen</translation>
    </message>
    <message>
        <source>Choose a word to see what could have stood there. The stronger its colour, the less likely it was.</source>
        <translation>Wählen Sie ein Wort, um zu sehen, was dort hätte stehen können. Je kräftiger seine Farbe, desto unwahrscheinlicher war es.</translation>
    </message>
    <message>
        <source>Reading the chat: {done} of {total} tokens</source>
        <translation>Der Chat wird gelesen: {done} von {total} Token</translation>
    </message>
    <message>
        <source>{first} gave this answer; {second} is asked.</source>
        <translation>{first} hat diese Antwort gegeben; gefragt wird {second}.</translation>
    </message>
    <message>
        <source>Looked into {done} of {total} places</source>
        <translation>{done} von {total} Stellen untersucht</translation>
    </message>
    <message>
        <source>Interrupted: an answer was asked for meanwhile.</source>
        <translation>Unterbrochen: Inzwischen wurde eine Antwort verlangt.</translation>
    </message>
    <message>
        <source>The model goes on with each of them…</source>
        <translation>Das Modell führt jede davon fort…</translation>
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
        <source>This choice could not be saved: {error}</source>
        <translation>Diese Auswahl konnte nicht gespeichert werden: {error}</translation>
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
        <source>Hearth closes its window, deletes what is ticked, and opens again as on its first day. Model files are kept.</source>
        <translation>Hearth schließt sein Fenster, löscht das Ausgewählte und öffnet sich wieder wie am ersten Tag. Modelldateien bleiben erhalten.</translation>
    </message>
    <message>
        <source>Also the log, messages that you have not sent, and keys of servers.</source>
        <translation>Auch das Protokoll, nicht gesendete Nachrichten und Schlüssel von Servern.</translation>
    </message>
    <message>
        <source>Each chat is reread once when you continue it. No message is lost.</source>
        <translation>Jeder Chat wird beim Fortsetzen einmal erneut gelesen. Keine Nachricht geht verloren.</translation>
    </message>
    <message>
        <source>Including their backups and memory.</source>
        <translation>Samt ihren Sicherungen und ihrem Gedächtnis.</translation>
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
        <source>The others are still in {folder}.</source>
        <translation>Die anderen liegen weiterhin in {folder}.</translation>
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
        <source>Some of the old files could not be deleted; they are in {folders}.</source>
        <translation>Einige der alten Dateien konnten nicht gelöscht werden; sie liegen in {folders}.</translation>
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
            <numerusform>%n Wörtern</numerusform>
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
        <source>Progress of the download</source>
        <translation>Fortschritt des Downloads</translation>
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
        <source>Comparing the checksum: {n_checked} · {far}</source>
        <translation>Prüfsumme wird verglichen: {n_checked} · {far}</translation>
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
        <source>{speed} a second</source>
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
        <source>For models that are given to those who are signed in</source>
        <translation>Für Modelle, die nur angemeldete Benutzer erhalten</translation>
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
        <source>Suggested models</source>
        <translation>Vorgeschlagene Modelle</translation>
    </message>
    <message>
        <source>This machine has {n_gb} GB of memory. Larger models know more but are slower.</source>
        <translation>Dieser Computer hat {n_gb} GB Arbeitsspeicher. Größere Modelle wissen mehr, sind aber langsamer.</translation>
    </message>
    <message>
        <source>This machine has {n_gb} GB of memory, and a graphics card with {n_gpu_gb} GB. What fits on the card is quick.</source>
        <translation>Dieser Computer hat {n_gb} GB Arbeitsspeicher und eine Grafikkarte mit {n_gpu_gb} GB. Was auf die Karte passt, ist schnell.</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Try fewer or other words.</source>
        <translation>Mit weniger oder anderen Wörtern versuchen.</translation>
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
        <source>{model} was not downloaded</source>
        <translation>{model} wurde nicht heruntergeladen</translation>
    </message>
    <message>
        <source>A real model can chat about anything. It is downloaded once and works offline. Searching, checking and downloading contact {host}; nothing else does.</source>
        <translation>Ein vollwertiges Modell kann über alles chatten. Es wird einmal heruntergeladen und funktioniert offline. Nur beim Suchen, Prüfen und Herunterladen wird {host} kontaktiert.</translation>
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
        <source>Asking for the files of {model}…</source>
        <translation>Dateien von {model} werden abgefragt…</translation>
    </message>
    <message>
        <source>Asking for {model}…</source>
        <translation>{model} wird abgefragt…</translation>
    </message>
    <message>
        <source>The access token is used</source>
        <translation>Das Zugriffstoken wird verwendet</translation>
    </message>
    <message>
        <source>The access token is removed</source>
        <translation>Das Zugriffstoken ist entfernt</translation>
    </message>
    <message>
        <source>{model} is downloaded.</source>
        <translation>{model} ist heruntergeladen.</translation>
    </message>
    <message>
        <source>accept its terms on its page first</source>
        <translation>zuerst die Bedingungen auf der Seite annehmen</translation>
    </message>
    <message>
        <source>its makers decide who may download it</source>
        <translation>die Hersteller entscheiden, wer es herunterladen darf</translation>
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
        <source>Asks {host} for the first megabytes of the file, which say what it takes</source>
        <translation>Ruft die ersten Megabyte der Datei von {host} ab; daraus ergibt sich der Bedarf</translation>
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
        <source>Downloads a second file along, with which the model sees pictures, or hears sounds</source>
        <translation>Lädt eine zweite Datei mit herunter, mit der das Modell Bilder sieht oder Töne hört</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>{n} downloads a month</source>
        <translation>{n} Downloads im Monat</translation>
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
        <source>Answers with about {words} a second here</source>
        <translation>Antwortet hier mit etwa {words} pro Sekunde</translation>
    </message>
    <message>
        <source>Answers with less than a word a second here</source>
        <translation>Antwortet hier mit weniger als einem Wort pro Sekunde</translation>
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
        <source>The program asked for something that Hearth does not do, or wrote it in another way. It was told which field that is.</source>
        <translation>Das Programm verlangte etwas, das Hearth nicht kann, oder schrieb es anders. Ihm wurde mitgeteilt, welches Feld es betrifft.</translation>
    </message>
    <message>
        <source>Give the program the key that is shown above.</source>
        <translation>Dem Programm den Schlüssel geben, der oben steht.</translation>
    </message>
    <message>
        <source>It came from a web page, or by another name of this machine, that is not on the list in the settings.</source>
        <translation>Die Anfrage kam von einer Webseite oder unter einem anderen Namen dieses Computers, die nicht auf der Liste in den Einstellungen stehen.</translation>
    </message>
    <message>
        <source>Look at the address that the program has of Hearth.</source>
        <translation>Die Adresse prüfen, die das Programm von Hearth hat.</translation>
    </message>
    <message>
        <source>A request may have 32 MiB.</source>
        <translation>Eine Anfrage darf 32 MiB groß sein.</translation>
    </message>
    <message>
        <source>The program went away before the end.</source>
        <translation>Das Programm hat vor dem Ende abgebrochen.</translation>
    </message>
    <message>
        <source>There was no model, or the API was switched off meanwhile.</source>
        <translation>Es gab kein Modell, oder die API wurde währenddessen ausgeschaltet.</translation>
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
        <source>Make a token in the browser</source>
        <translation>Token im Browser erstellen</translation>
    </message>
    <message>
        <source>Keep token</source>
        <translation>Token speichern</translation>
    </message>
    <message>
        <source>Remove token</source>
        <translation>Token entfernen</translation>
    </message>
    <message>
        <source>Asking the {keyring}…</source>
        <translation>Passwortspeicher ({keyring}) wird abgefragt…</translation>
    </message>
    <message>
        <source>Until Hearth is closed this token is used.</source>
        <translation>Dieses Zugriffstoken gilt, bis Hearth geschlossen wird.</translation>
    </message>
    <message>
        <source>&amp;Token for {host}</source>
        <translation>&amp;Zugriffstoken für {host}</translation>
    </message>
    <message>
        <source>The environment variable HF_TOKEN brings a token, which is used in place of one that you keep here.</source>
        <translation>Die Umgebungsvariable HF_TOKEN enthält ein Zugriffstoken; es wird anstelle eines hier gespeicherten verwendet.</translation>
    </message>
    <message>
        <source>The makers of some models give them only to those who have signed in at {host} and accepted their terms. A token for reading shows that it is you. It is kept in the {keyring} of this system and sent to {host} alone.</source>
        <translation>Manche Modelle geben ihre Hersteller nur an Personen weiter, die sich auf {host} angemeldet und ihre Bedingungen angenommen haben. Ein Zugriffstoken zum Lesen weist Sie aus. Es liegt im Passwortspeicher dieses Systems ({keyring}) und wird nur an {host} gesendet.</translation>
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
        <source>The child that asked for them {ending}.</source>
        <translation>Ende des abfragenden Prozesses: {ending}.</translation>
    </message>
    <message>
        <source>The devices could not be listed</source>
        <translation>Die Geräte konnten nicht aufgelistet werden</translation>
    </message>
    <message>
        <source>This build has a backend for GPUs, which finds none: a driver may be missing.</source>
        <translation>Dieser Build hat ein Backend für GPUs, findet aber keine: Womöglich fehlt ein Treiber.</translation>
    </message>
    <message>
        <source>This build uses the processor only. Builds for graphics cards are listed below.</source>
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
        <source>Load one to see what it takes, and where.</source>
        <translation>Ein Modell laden, um zu sehen, was es wo belegt.</translation>
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
        <source>It answers on a server: what it takes there, only that knows.</source>
        <translation>Es antwortet auf einem Server: Was es dort belegt, weiß nur dieser.</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Noch nicht gemessen</translation>
    </message>
    <message>
        <source>It is with every answer, or when you measure it.</source>
        <translation>Gemessen wird bei jeder Antwort oder auf Wunsch.</translation>
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
        <source>{n} tokens a second</source>
        <translation>{n} Token pro Sekunde</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>A configuration is tried in a process of its own when a model is loaded first.</source>
        <translation>Eine Konfiguration wird beim ersten Laden eines Modells in einem eigenen Prozess erprobt.</translation>
    </message>
    <message>
        <source>Not tested yet on this machine</source>
        <translation>Auf diesem Computer noch nicht getestet</translation>
    </message>
    <message>
        <source>Passed before</source>
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
        <source>one single library</source>
        <translation>eine einzige Bibliothek</translation>
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
        <source>weights {weights} + KV cache {cache} + computing {compute} = {together}</source>
        <translation>Gewichte {weights} + KV-Cache {cache} + Berechnung {compute} = {together}</translation>
    </message>
    <message>
        <source>{n} of {n_all} layers, output included</source>
        <translation>{n} von {n_all} Schichten, einschließlich Ausgabe</translation>
    </message>
    <message>
        <source>{ms} ms there and back</source>
        <translation>{ms} ms hin und zurück</translation>
    </message>
    <message>
        <source>Another machine</source>
        <translation>Anderer Rechner</translation>
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
        <source>Each is one command, in the folder of Hearth&apos;s source code.</source>
        <translation>Jeder ist ein einzelner Befehl, auszuführen im Ordner mit dem Quellcode von Hearth.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird ermittelt…</translation>
    </message>
    <message>
        <source>Choose how much of it is on the GPU, and more</source>
        <translation>Festlegen, wie viel davon auf der GPU liegt, und mehr</translation>
    </message>
    <message>
        <source>Let the loaded model read and write some tokens</source>
        <translation>Das geladene Modell einige Token lesen und schreiben lassen</translation>
    </message>
    <message>
        <source>Load a model on this machine to measure how fast it is</source>
        <translation>Laden Sie ein Modell auf diesem Computer, um zu messen, wie schnell es ist</translation>
    </message>
    <message>
        <source>Forget what the self-test found out, test again, and reload the model</source>
        <translation>Die Ergebnisse des Selbsttests verwerfen, erneut testen und das Modell neu laden</translation>
    </message>
    <message>
        <source>What Hearth uses on this computer to run models, and what it cannot use.</source>
        <translation>Was Hearth auf diesem Computer für Modelle nutzt und was es nicht nutzen kann.</translation>
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
        <source>Make a new key</source>
        <translation>Neuen Schlüssel erzeugen</translation>
    </message>
    <message>
        <source>Programs that have the old key are refused then</source>
        <translation>Programme mit dem alten Schlüssel werden dann abgewiesen</translation>
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
        <source>Text to paste for curl, Python, Zed, Continue and others</source>
        <translation>Text zum Einfügen für curl, Python, Zed, Continue und andere</translation>
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
        <source>Wait until the answers that are being written have ended.</source>
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
        <source>Hearth is running already, but does not answer.</source>
        <translation>Hearth läuft bereits, antwortet aber nicht.</translation>
    </message>
    <message>
        <source>No second window was opened; your chats are untouched.</source>
        <translation>Es wurde kein zweites Fenster geöffnet; die Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Wait a moment, or end that Hearth (it may be on another computer that shares this folder), and start it again.</source>
        <translation>Einen Moment warten oder die andere Instanz von Hearth beenden (sie läuft womöglich auf einem anderen Computer, der diesen Ordner mitnutzt) und Hearth erneut starten.</translation>
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
        <source>Text that any editor opens. Code and formulas stay as they were written.</source>
        <translation>Text, den jeder Editor öffnet. Code und Formeln bleiben, wie sie geschrieben wurden.</translation>
    </message>
    <message>
        <source>One file for the browser, with colours and formulas. It needs no network.</source>
        <translation>Eine Datei für den Browser, mit Farben und Formeln. Sie braucht kein Netzwerk.</translation>
    </message>
    <message>
        <source>Pages to print or to pass on.</source>
        <translation>Seiten zum Drucken oder Weitergeben.</translation>
    </message>
    <message>
        <source>Everything, with all versions of messages. Hearth can import it again.</source>
        <translation>Alles, mit allen Versionen der Nachrichten. Hearth kann es wieder importieren.</translation>
    </message>
    <message>
        <source>Everything, with all versions of messages and the files of pictures and sounds. Hearth can import it again.</source>
        <translation>Alles, mit allen Versionen der Nachrichten und den Dateien der Bilder und Töne. Hearth kann es wieder importieren.</translation>
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
        <source>Each chat becomes a file in a folder that you choose.</source>
        <translation>Jeder Chat wird zu einer Datei in einem Ordner eigener Wahl.</translation>
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
        <source>Nothing was exported: you stopped it.</source>
        <translation>Es wurde nichts exportiert: Der Vorgang wurde gestoppt.</translation>
    </message>
    <message>
        <source>{chats} exported to {path}</source>
        <translation>{chats} exportiert nach {path}</translation>
    </message>
    <message>
        <source>You stopped it before all were done.</source>
        <translation>Gestoppt, bevor alle exportiert waren.</translation>
    </message>
    <message>
        <source>{chats} had been deleted meanwhile.</source>
        <translation>Inzwischen gelöscht: {chats}.</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Gefundener Inhalt</translation>
    </message>
    <message>
        <source>Import chats again that are already here</source>
        <translation>Bereits vorhandene Chats noch einmal importieren</translation>
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
        <source>Cannot be read: {n}</source>
        <translation>Nicht lesbar: {n}</translation>
    </message>
    <message>
        <source>Files with damaged text: {n}</source>
        <translation>Dateien mit beschädigtem Text: {n}</translation>
    </message>
    <message>
        <source>Importing… You can go on chatting meanwhile.</source>
        <translation>Import läuft… Chatten ist währenddessen möglich.</translation>
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
        <source>You stopped it; the other chats were not imported.</source>
        <translation>Der Vorgang wurde gestoppt; die anderen Chats wurden nicht importiert.</translation>
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
        <source>Cannot be read: {name}. {reason}</source>
        <translation>Nicht lesbar: {name}. {reason}</translation>
    </message>
    <message>
        <source>and {n} more that cannot be read</source>
        <translation>und {n} weitere, die nicht lesbar sind</translation>
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
        <source>{name} (the file is no longer there)</source>
        <translation>{name} (die Datei ist nicht mehr da)</translation>
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
        <source>What the chat template of the model does by itself</source>
        <translation>Was die Chat-Vorlage des Modells von sich aus tut</translation>
    </message>
    <message>
        <source>Where the chat template writes this at the beginning, the chat is read again</source>
        <translation>Wo die Chat-Vorlage das an den Anfang schreibt, wird der Chat neu gelesen</translation>
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
        <source>No models here yet.
Add the folder in which your GGUF files lie, or get a model.</source>
        <translation>Hier gibt es noch keine Modelle.
Den Ordner mit den GGUF-Dateien hinzufügen oder ein Modell holen.</translation>
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
        <source>Models are used where they are: in your folders, and in those of other programs. Nothing is copied.</source>
        <translation>Modelle werden dort benutzt, wo sie sind: in Ihren Ordnern und in denen anderer Programme. Nichts wird kopiert.</translation>
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
        <source>Delete it in {program}, which looks after it</source>
        <translation>In {program} löschen, wo es verwaltet wird</translation>
    </message>
    <message>
        <source>{name} is in the {trash}</source>
        <translation>{name} ist im {trash}</translation>
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
        <source>More know more, and are slower</source>
        <translation>Mit mehr Parametern weiß ein Modell mehr und ist langsamer</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>How many bits each number of the model has</source>
        <translation>Wie viele Bit jede Zahl des Modells hat</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Tokens of conversation that the model was trained for</source>
        <translation>Token eines Gesprächs, für die das Modell trainiert wurde</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Size of its files</source>
        <translation>Größe der Dateien</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Eignung</translation>
    </message>
    <message>
        <source>Whether it fits into the memory that is free now</source>
        <translation>Ob es in den derzeit freien Speicher passt</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Where the model was found</source>
        <translation>Wo das Modell gefunden wurde</translation>
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
        <source>{n_used} of {n_all} experts used for each token</source>
        <translation>{n_used} von {n_all} Experten je Token</translation>
    </message>
    <message>
        <source>no chat template: it continues texts rather than answering</source>
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
        <source>Hearth does not open addresses of this kind.</source>
        <translation>Hearth öffnet keine Adressen dieser Art.</translation>
    </message>
    <message>
        <source>Its name is written “{name}”, in letters that look like others.</source>
        <translation>Der Name wird „{name}“ geschrieben, mit Buchstaben, die anderen ähneln.</translation>
    </message>
    <message>
        <source>Its name has letters that cannot be shown, and may look like another.</source>
        <translation>Der Name enthält Buchstaben, die nicht darstellbar sind, und kann einem anderen ähneln.</translation>
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
        <source>Stored memory of each chat</source>
        <translation>Gespeichertes Gedächtnis der einzelnen Chats</translation>
    </message>
    <message>
        <source>Storage used</source>
        <translation>Belegter Speicherplatz</translation>
    </message>
    <message>
        <source>What models have computed for your chats is kept on disk, so that a chat continues at once. Deleting it costs time when you open the chat again, but never a message.</source>
        <translation>Was Modelle für die Chats berechnet haben, bleibt auf dem Datenträger, damit ein Chat sofort weitergeht. Es zu löschen kostet beim nächsten Öffnen des Chats Zeit, aber nie eine Nachricht.</translation>
    </message>
    <message>
        <source>Another Hearth window is open and manages the memory; nothing can be changed here.</source>
        <translation>Ein anderes Hearth-Fenster ist offen und verwaltet das Chat-Gedächtnis; hier lässt sich nichts ändern.</translation>
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
        <source>Size of the stored memory; what chats share is counted for each of them</source>
        <translation>Größe des gespeicherten Gedächtnisses; was Chats gemeinsam nutzen, zählt bei jedem von ihnen</translation>
    </message>
    <message>
        <source>How soon an answer would begin, measured on this machine</source>
        <translation>Wie schnell eine Antwort beginnen würde, auf diesem Computer gemessen</translation>
    </message>
    <message>
        <source>Never delete this to free space</source>
        <translation>Nie löschen, um Platz zu schaffen</translation>
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
        <source>{size} of it is shared with other chats</source>
        <translation>{size} davon gemeinsam mit anderen Chats</translation>
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
        <source>… {n} more characters; Copy takes all of them.</source>
        <translation>… {n} weitere Zeichen; „Kopieren“ übernimmt alle.</translation>
    </message>
    <message>
        <source>&amp;Add adapter…</source>
        <translation>&amp;Adapter hinzufügen…</translation>
    </message>
    <message>
        <source>A LoRA adapter changes how a model speaks; 1 is as trained.</source>
        <translation>Ein LoRA-Adapter verändert, wie ein Modell spricht; 1 entspricht dem Training.</translation>
    </message>
    <message>
        <source>Scale of {name}</source>
        <translation>Stärke von {name}</translation>
    </message>
    <message>
        <source>{device} (not there)</source>
        <translation>{device} (nicht vorhanden)</translation>
    </message>
    <message>
        <source>Main GPU</source>
        <translation>Haupt-GPU</translation>
    </message>
    <message>
        <source>The main GPU is filled before the others. Shares are those of the layers, such as 3 and 1; without any, each gets as many as fit.</source>
        <translation>Die Haupt-GPU wird vor den anderen gefüllt. Anteile beziehen sich auf die Schichten, zum Beispiel 3 und 1; ohne Angabe erhält jede so viele, wie passen.</translation>
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
        <source>No smaller model with the same vocabulary is on this machine</source>
        <translation>Auf diesem Rechner ist kein kleineres Modell mit demselben Vokabular</translation>
    </message>
    <message>
        <source>A small model that proposes the next words; this model checks each of them, so that answers come faster without changing</source>
        <translation>Ein kleines Modell, das die nächsten Wörter vorschlägt; dieses Modell prüft jedes davon, sodass Antworten schneller kommen, ohne sich zu ändern</translation>
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
        <source>The processor computes the other layers</source>
        <translation>Die übrigen Schichten rechnet der Prozessor</translation>
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
        <source>Kept in memory</source>
        <translation>Im Arbeitsspeicher gehalten</translation>
    </message>
    <message>
        <source>Read at the start</source>
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
        <source>Tokens that the model keeps in mind</source>
        <translation>Token, die das Modell im Blick behält</translation>
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
        <translation>„Automatisch“ nimmt im Akkubetrieb halb so viele</translation>
    </message>
    <message>
        <source>Weig&amp;hts</source>
        <translation>&amp;Gewichte</translation>
    </message>
    <message>
        <source>Mapped weights are read when they are needed, and again if memory ran short. “Read at the start” copies them into memory.</source>
        <translation>„Bei Bedarf gelesen“ liest Gewichte, wenn sie gebraucht werden, und nach Speichermangel erneut. „Beim Start gelesen“ kopiert sie in den Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Faster on GPUs, with less memory; without a GPU it is used where it helps</source>
        <translation>Auf GPUs schneller, mit weniger Speicher; ohne GPU nur, wo es hilft</translation>
    </message>
    <message>
        <source>You can go back in a chat without rereading it, for more memory</source>
        <translation>Zurückgehen im Chat ohne erneutes Lesen, kostet mehr Speicher</translation>
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
        <source>8 bits halve what a chat takes in memory and on disk, for a little precision.</source>
        <translation>8 Bit halbieren, was ein Chat im Speicher und auf dem Datenträger belegt, auf Kosten von etwas Genauigkeit.</translation>
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
        <translation>Andere Rechner (RPC-Adressen)</translation>
    </message>
    <message>
        <source>8 bits take {size} less in this context.</source>
        <translation>8 Bit belegen bei diesem Kontext {size} weniger.</translation>
    </message>
    <message>
        <source>8 bits take {size} less in this context, about {chat} of it for the open chat.</source>
        <translation>8 Bit belegen bei diesem Kontext {size} weniger, davon etwa {chat} für den geöffneten Chat.</translation>
    </message>
    <message>
        <source>What other machines take is not counted.</source>
        <translation>Was andere Rechner aufnehmen, ist nicht mitgezählt.</translation>
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
        <source>The template in the model file is used.</source>
        <translation>Es gilt die Vorlage in der Modelldatei.</translation>
    </message>
    <message>
        <source>What the model reads</source>
        <translation>Was das Modell liest</translation>
    </message>
    <message>
        <source>&amp;Insert the model&apos;s own</source>
        <translation>Vorlage des Modells &amp;einfügen</translation>
    </message>
    <message>
        <source>What the model reads of a short chat</source>
        <translation>Was das Modell von einem kurzen Chat liest</translation>
    </message>
    <message>
        <source>Chat te&amp;mplate</source>
        <translation>Chat-Vor&amp;lage</translation>
    </message>
    <message>
        <source>Writes a chat as the text that the model was trained on, in Jinja. Change it only if the file has a wrong one.</source>
        <translation>Bringt einen Chat in die Textform, mit der das Modell trainiert wurde, in Jinja. Nur ändern, wenn die Datei eine falsche enthält.</translation>
    </message>
    <message>
        <source>This text is too long for a chat template, and was not inserted.</source>
        <translation>Dieser Text ist zu lang für eine Chat-Vorlage und wurde nicht eingefügt.</translation>
    </message>
    <message>
        <source>{model} answered this chat.</source>
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
        <source>The server of {model}, which answered this chat, was removed.</source>
        <translation>Der Server von {model}, das diesen Chat beantwortet hat, wurde entfernt.</translation>
    </message>
    <message>
        <source>{model} can go on, but must read the chat first.</source>
        <translation>{model} kann weitermachen, muss den Chat aber zuerst lesen.</translation>
    </message>
    <message>
        <source>{model} can go on, but must read the chat first (about {time}).</source>
        <translation>{model} kann weitermachen, muss den Chat aber zuerst lesen (etwa {time}).</translation>
    </message>
    <message>
        <source>It answers on {server}, which then reads the chat.</source>
        <translation>Es antwortet auf {server}; dort wird der Chat dann gelesen.</translation>
    </message>
    <message>
        <source>The loaded model can go on with it: {server} then reads the chat.</source>
        <translation>Das geladene Modell kann ihn fortsetzen: {server} liest dann den Chat.</translation>
    </message>
    <message>
        <source>{model}, which answered this chat, is not on this machine any more.</source>
        <translation>{model} hat in diesem Chat geantwortet, ist aber nicht mehr auf diesem Computer.</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>Anderes wählen…</translation>
    </message>
    <message>
        <source>Any other model can go on with it.</source>
        <translation>Jedes andere Modell kann ihn fortsetzen.</translation>
    </message>
    <message>
        <source>Built in and tiny: knows Hearth and nothing else.</source>
        <translation>Eingebaut und winzig: kennt Hearth und sonst nichts.</translation>
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
        <source>Choose which model answers</source>
        <translation>Wählen, welches Modell antwortet</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>Kein Modell geöffnet</translation>
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
        <source>This model is loaded again as soon as you write.</source>
        <translation>Dieses Modell wird beim nächsten Schreiben wieder geladen.</translation>
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
        <source>Answers of this model are computed token by token</source>
        <translation>Antworten dieses Modells werden Token für Token berechnet</translation>
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
        <source>This stops the running answer; what it says so far is kept.</source>
        <translation>Das stoppt die laufende Antwort; der bisherige Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>{answers} are running. This stops them; what they say so far is kept.</source>
        <translation>{answers} laufen gerade. Sie werden gestoppt; der bisherige Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Close notice</source>
        <translation>Hinweis schließen</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
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
        <source>not possible now</source>
        <translation>zurzeit nicht möglich</translation>
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
        <source>Name of the prompt</source>
        <translation>Name des Prompts</translation>
    </message>
    <message>
        <source>Text of the prompt</source>
        <translation>Text des Prompts</translation>
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
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>&amp;Text</translation>
    </message>
    <message>
        <source>Type / in the message field to use it. {clipboard} and {date} are filled in; the first other name in double braces is selected, to be written over.</source>
        <translation>Zum Verwenden / im Eingabefeld tippen. {clipboard} und {date} werden ausgefüllt; der erste andere Name in doppelten geschweiften Klammern wird zum Überschreiben markiert.</translation>
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
        <source>There is no model yet that could answer. Choose one in Hearth.</source>
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
        <source>I know that others in my network can read it</source>
        <translation>Ich weiß, dass andere in meinem Netzwerk es lesen können</translation>
    </message>
    <message>
        <source>Remove the kept key</source>
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
        <source>&amp;Key, if it wants one</source>
        <translation>&amp;Schlüssel, falls er einen verlangt</translation>
    </message>
    <message>
        <source>&amp;Certificate file, for a server whose certificate this system does not know</source>
        <translation>&amp;Zertifikatsdatei, für einen Server, dessen Zertifikat dieses System nicht kennt</translation>
    </message>
    <message>
        <source>&amp;Models, for a server that does not list its own: names with commas between</source>
        <translation>&amp;Modelle, für einen Server, der seine nicht auflistet: Namen, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>For a server that does not say so itself</source>
        <translation>Für einen Server, der das nicht selbst sagt</translation>
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
        <source>The kept one stays, unless you write another.</source>
        <translation>Der gespeicherte bleibt, solange Sie keinen anderen eintragen.</translation>
    </message>
    <message>
        <source>It is kept in the {keyring} of this system and sent to this server alone.</source>
        <translation>Er liegt im Passwortspeicher dieses Systems ({keyring}) und wird nur an diesen Server gesendet.</translation>
    </message>
    <message>
        <source>Of a server with an API like OpenAI&apos;s, such as llama-server, vLLM or another Hearth. Nothing is sent before you connect.</source>
        <translation>Eines Servers mit einer API wie der von OpenAI, etwa llama-server, vLLM oder ein anderes Hearth. Bevor Sie verbinden, wird nichts gesendet.</translation>
    </message>
    <message>
        <source>More about “{setting}”</source>
        <translation>Mehr zu „{setting}“</translation>
    </message>
    <message>
        <source>Given on the command line, for this run.</source>
        <translation>Auf der Befehlszeile angegeben, gilt nur für diese Sitzung.</translation>
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
        <source>Groups of settings</source>
        <translation>Gruppen von Einstellungen</translation>
    </message>
    <message>
        <source>{keys} was taken away from “{action}”.</source>
        <translation>{keys} gehört nicht mehr zu „{action}“.</translation>
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
        <source>{keys} alone is needed for writing.</source>
        <translation>{keys} allein wird zum Schreiben gebraucht.</translation>
    </message>
    <message>
        <source>The action keeps the keys it had.</source>
        <translation>Die Aktion behält ihre bisherigen Tasten.</translation>
    </message>
    <message>
        <source>Press it together with {modifier} or Alt.</source>
        <translation>Zusammen mit {modifier} oder Alt drücken.</translation>
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
        <source>Delete folder; its chats stay</source>
        <translation>Ordner löschen; seine Chats bleiben</translation>
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
        <source>Nothing found for {words}.</source>
        <translation>Nichts gefunden zu {words}.</translation>
    </message>
    <message>
        <source>Other filters may find more.</source>
        <translation>Mit anderen Filtern gibt es womöglich mehr.</translation>
    </message>
    <message>
        <source>The newest {results}; another word narrows them down.</source>
        <translation>Die neuesten {results}; ein weiteres Wort grenzt sie ein.</translation>
    </message>
    <message>
        <source>{results} inside other words</source>
        <translation>{results} innerhalb anderer Wörter</translation>
    </message>
    <message>
        <source>Still indexing: {messages} to go.</source>
        <translation>Index im Aufbau: noch {messages}.</translation>
    </message>
    <message>
        <source>Archived chats</source>
        <translation>Archivierte Chats</translation>
    </message>
    <message>
        <source>No archived chats.
Archived chats are out of the way and stay as they are.</source>
        <translation>Keine archivierten Chats.
Archivierte Chats sind beiseitegelegt und bleiben, wie sie sind.</translation>
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
        <source>Stays for {days} more</source>
        <translation>Bleibt noch {days}</translation>
    </message>
    <message>
        <source>stays for {days} more</source>
        <translation>bleibt noch {days}</translation>
    </message>
    <message>
        <source>The stored memory of this chat is damaged and not used. The model will reread the chat when you send.</source>
        <translation>Das gespeicherte Gedächtnis dieses Chats ist beschädigt und wird nicht verwendet. Das Modell liest den Chat beim Senden erneut.</translation>
    </message>
    <message>
        <source>The memory of this model cannot be stored. It will reread the chat when you send.</source>
        <translation>Das Chat-Gedächtnis dieses Modells kann nicht gespeichert werden. Das Modell liest den Chat beim Senden erneut.</translation>
    </message>
    <message>
        <source>Storing is switched off. The model will reread the chat when you send.</source>
        <translation>Das Speichern ist abgeschaltet. Das Modell liest den Chat beim Senden erneut.</translation>
    </message>
    <message>
        <source>something before them was changed</source>
        <translation>davor wurde etwas geändert</translation>
    </message>
    <message>
        <source>this model shows its earlier answers without their thinking</source>
        <translation>dieses Modell zeigt seine früheren Antworten ohne den Gedankengang</translation>
    </message>
    <message>
        <source>the system prompt was changed</source>
        <translation>der System-Prompt wurde geändert</translation>
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
        <source>a setting of the model or its llama.cpp has changed</source>
        <translation>eine Einstellung des Modells oder sein llama.cpp hat sich geändert</translation>
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
        <source>On disk, {size}, first word after {time}</source>
        <translation>Gespeichert, {size}, erstes Wort nach {time}</translation>
    </message>
    <message>
        <source>Read for the first time in {time}; from now on it is quick.</source>
        <translation>Zum ersten Mal gelesen, in {time}; ab jetzt geht es schnell.</translation>
    </message>
    <message>
        <source>Resumed {tokens} from disk in {time}</source>
        <translation>{tokens} in {time} vom Datenträger wiederhergestellt</translation>
    </message>
    <message>
        <source>{n} tokens/s</source>
        <translation>{n} Token/s</translation>
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
        <source>Not read by this model yet</source>
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
        <source>Not in memory: the first word takes {time}</source>
        <translation>Nicht im Arbeitsspeicher: Das erste Wort kommt nach {time}</translation>
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
        <source>Read all again</source>
        <translation>Wieder alles lesen</translation>
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
        <source>Stopped when another model was opened</source>
        <translation>Gestoppt, da ein anderes Modell geöffnet wurde</translation>
    </message>
    <message>
        <source>Answer of {model}</source>
        <translation>Antwort von {model}</translation>
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
        <source>Stopped</source>
        <translation>Gestoppt</translation>
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
        <source>This model takes neither pictures nor sounds: it reads only their names</source>
        <translation>Dieses Modell nimmt weder Bilder noch Töne: Es liest nur ihre Namen</translation>
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
        <source>The model reads from here on</source>
        <translation>Das Modell liest ab hier</translation>
    </message>
    <message>
        <source>How often these words stand in the chat</source>
        <translation>Wie oft diese Wörter im Chat stehen</translation>
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
        <source>{n} of {all}</source>
        <translation>{n} von {all}</translation>
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
        <source>Add a server to chat with a model that runs elsewhere: on any machine with an API like OpenAI&apos;s, or with another Hearth.</source>
        <translation>Fügen Sie einen Server hinzu, um mit einem Modell zu chatten, das anderswo läuft: auf jedem Computer mit einer API wie der von OpenAI oder mit einem anderen Hearth.</translation>
    </message>
    <message>
        <source>Asking {server}…</source>
        <translation>{server} wird gefragt…</translation>
    </message>
    <message>
        <source>{server} answers: {models}</source>
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
        <source>Models on another machine, or in another program on this one. What you write goes there only while one of them is loaded.</source>
        <translation>Modelle auf einem anderen Computer oder in einem anderen Programm auf diesem. Was Sie schreiben, geht nur dorthin, solange eines von ihnen geladen ist.</translation>
    </message>
    <message>
        <source>Read the whole chat again</source>
        <translation>Wieder den ganzen Chat lesen</translation>
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
        <source>The answer ended with a problem.</source>
        <translation>Die Antwort endete mit einem Problem.</translation>
    </message>
    <message>
        <source>Hearth stays in the tray</source>
        <translation>Hearth bleibt im Infobereich</translation>
    </message>
    <message>
        <source>“Quit” ends it. Settings say whether it stays.</source>
        <translation>„Beenden“ schließt Hearth ganz. In den Einstellungen lässt sich festlegen, ob es dort bleibt.</translation>
    </message>
    <message>
        <source>Show Hearth</source>
        <translation>Hearth anzeigen</translation>
    </message>
    <message>
        <source>Your message cannot be saved.</source>
        <translation>Ihre Nachricht kann nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>It is still in the field. It would be lost if Hearth ended now.</source>
        <translation>Sie steht noch im Eingabefeld. Würde Hearth jetzt beendet, ginge sie verloren.</translation>
    </message>
    <message>
        <source>Free some space on the disk; Hearth tries again while you write.</source>
        <translation>Speicherplatz freigeben; Hearth versucht es beim Schreiben erneut.</translation>
    </message>
    <message>
        <source>Make the folder {folder} writable, then start Hearth again.</source>
        <translation>Machen Sie den Ordner {folder} beschreibbar und starten Sie Hearth neu.</translation>
    </message>
    <message>
        <source>Some messages that you had not sent could not be read.</source>
        <translation>Einige nicht gesendete Nachrichten konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Your chats are not affected; what could be read is in its field again.</source>
        <translation>Die Chats sind nicht betroffen; was lesbar war, steht wieder im Eingabefeld.</translation>
    </message>
    <message>
        <source>Copy what you need from {file} before you continue writing.</source>
        <translation>Vor dem Weiterschreiben das Benötigte aus {file} kopieren.</translation>
    </message>
    <message>
        <source>Copy what you need from {file}; it is deleted at the next start.</source>
        <translation>Das Benötigte aus {file} kopieren; die Datei wird beim nächsten Start gelöscht.</translation>
    </message>
    <message>
        <source>This system has no OpenSSL, which Hearth needs for a safe connection.</source>
        <translation>Auf diesem System fehlt OpenSSL, das Hearth für eine sichere Verbindung braucht.</translation>
    </message>
    <message>
        <source>Install OpenSSL 3 (on Debian and Ubuntu the package libssl3).</source>
        <translation>OpenSSL 3 installieren (unter Debian und Ubuntu das Paket libssl3).</translation>
    </message>
    <message>
        <source>There was no complete answer within {n} seconds.</source>
        <translation>Innerhalb von {n} Sekunden kam keine vollständige Antwort.</translation>
    </message>
    <message>
        <source>The list of versions is far too long.</source>
        <translation>Die Versionsliste ist viel zu lang.</translation>
    </message>
    <message>
        <source>The server gave an unexpected answer ({status}).</source>
        <translation>Der Server hat unerwartet geantwortet ({status}).</translation>
    </message>
    <message>
        <source>{host} was not found. Is this machine online?</source>
        <translation>{host} wurde nicht gefunden. Ist dieser Computer online?</translation>
    </message>
    <message>
        <source>{host} accepts no connections at the moment.</source>
        <translation>{host} nimmt zurzeit keine Verbindungen an.</translation>
    </message>
    <message>
        <source>{host} closed the connection too early.</source>
        <translation>{host} hat die Verbindung zu früh geschlossen.</translation>
    </message>
    <message>
        <source>{host} could not prove that it is {host}.</source>
        <translation>{host} konnte nicht nachweisen, {host} zu sein.</translation>
    </message>
    <message>
        <source>{host} has no list of versions there.</source>
        <translation>{host} hat dort keine Versionsliste.</translation>
    </message>
    <message>
        <source>{host} points to an address that is not safe.</source>
        <translation>{host} verweist auf eine unsichere Adresse.</translation>
    </message>
    <message>
        <source>{host} redirects too many times.</source>
        <translation>{host} leitet zu oft weiter.</translation>
    </message>
    <message>
        <source>{host} answered with an error ({status}).</source>
        <translation>{host} hat mit einem Fehler geantwortet ({status}).</translation>
    </message>
    <message>
        <source>{host} could not be reached. Is this machine online?</source>
        <translation>{host} war nicht erreichbar. Ist dieser Computer online?</translation>
    </message>
    <message>
        <source>A library that Hearth needs for this is missing on this system.</source>
        <translation>Auf diesem System fehlt eine Bibliothek, die Hearth dafür braucht.</translation>
    </message>
    <message>
        <source>Open {address} in your browser.</source>
        <translation>{address} im Browser öffnen.</translation>
    </message>
    <message>
        <source>Paused to make room, continues by itself</source>
        <translation>Pausiert, um Platz zu machen; geht von selbst weiter</translation>
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
        <source>The model answers on a server; your chats are stored on this machine.</source>
        <translation>Das Modell antwortet auf einem Server; Ihre Chats werden auf diesem Computer gespeichert.</translation>
    </message>
    <message>
        <source>Nothing of this chat is written to the disk; leaving it deletes it.</source>
        <translation>Nichts von diesem Chat wird auf den Datenträger geschrieben; beim Verlassen wird er gelöscht.</translation>
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
        <source>It is one file, downloaded once, and works offline.</source>
        <translation>Es ist eine einzige Datei, wird einmal heruntergeladen und funktioniert offline.</translation>
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
        <source>The other language is there when Hearth is opened next</source>
        <translation>Die andere Sprache gilt, wenn Hearth das nächste Mal geöffnet wird</translation>
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
        <source>It holds a file that does not belong in it.</source>
        <translation>Sie enthält eine Datei, die nicht hineingehört.</translation>
    </message>
    <message>
        <source>It holds two files of one name.</source>
        <translation>Sie enthält zwei Dateien gleichen Namens.</translation>
    </message>
    <message>
        <source>Something in it is compressed, which Hearth never does.</source>
        <translation>Etwas darin ist komprimiert, was Hearth nie tut.</translation>
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
        <source>One on each line. An answer ends before any of them.</source>
        <translation>Einer pro Zeile. Eine Antwort endet vor jedem davon.</translation>
    </message>
    <message>
        <source>Order of the samplers</source>
        <translation>Reihenfolge der Sampler</translation>
    </message>
    <message>
        <source>Likelier and less likely words</source>
        <translation>Wahrscheinlichere und unwahrscheinlichere Wörter</translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation>Stopptexte</translation>
    </message>
    <message>
        <source>Those that are not named come after, in their usual order.</source>
        <translation>Nicht genannte folgen danach in ihrer üblichen Reihenfolge.</translation>
    </message>
    <message>
        <source>There is no sampler “{name}”.</source>
        <translation>Es gibt keinen Sampler „{name}“.</translation>
    </message>
    <message>
        <source>One on each line, with a number from -100 (never) to 100 (whenever it can). It goes by the token with which the word begins.</source>
        <translation>Eines je Zeile, mit einer Zahl von -100 (nie) bis 100 (wann immer es geht). Es zählt das Token, mit dem das Wort beginnt.</translation>
    </message>
    <message>
        <source>At most {n} of these words can be changed; line {line} is one too many.</source>
        <translation>Höchstens {n} dieser Wörter lassen sich ändern; Zeile {line} ist eine zu viel.</translation>
    </message>
    <message>
        <source>Line {n} needs a word, “=” and a number from -100 to 100.</source>
        <translation>Zeile {n} braucht ein Wort, „=“ und eine Zahl von -100 bis 100.</translation>
    </message>
    <message>
        <source>gave no readable answer</source>
        <translation>keine lesbare Antwort</translation>
    </message>
    <message>
        <source>died of an access violation ({status})</source>
        <translation>Zugriffsverletzung ({status})</translation>
    </message>
    <message>
        <source>died of a page that could not be read ({status})</source>
        <translation>nicht lesbare Speicherseite ({status})</translation>
    </message>
    <message>
        <source>died of no memory ({status})</source>
        <translation>kein Speicher mehr ({status})</translation>
    </message>
    <message>
        <source>died of an instruction that the processor does not know ({status})</source>
        <translation>unbekannter Prozessorbefehl ({status})</translation>
    </message>
    <message>
        <source>died of a division by zero ({status})</source>
        <translation>Division durch null ({status})</translation>
    </message>
    <message>
        <source>died of a stack overflow ({status})</source>
        <translation>Stapelüberlauf ({status})</translation>
    </message>
    <message>
        <source>died of a missing DLL ({status})</source>
        <translation>fehlende DLL ({status})</translation>
    </message>
    <message>
        <source>died of a function that a DLL lacks ({status})</source>
        <translation>Funktion fehlt in einer DLL ({status})</translation>
    </message>
    <message>
        <source>died of Ctrl+C ({status})</source>
        <translation>Strg+C ({status})</translation>
    </message>
    <message>
        <source>died of a DLL that could not be started ({status})</source>
        <translation>DLL nicht startbar ({status})</translation>
    </message>
    <message>
        <source>died of a damaged heap ({status})</source>
        <translation>beschädigter Heap ({status})</translation>
    </message>
    <message>
        <source>died of a check of its own, or abort ({status})</source>
        <translation>eigene Prüfung oder abort ({status})</translation>
    </message>
    <message>
        <source>died of abort ({status})</source>
        <translation>abort ({status})</translation>
    </message>
    <message>
        <source>died of an exception of C++ that nobody caught ({status})</source>
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
        <source>died of signal {number}</source>
        <translation>durch Signal {number} beendet</translation>
    </message>
    <message>
        <source>died of abort</source>
        <translation>durch abort beendet</translation>
    </message>
    <message>
        <source>Correct it in the settings of the chat, under “Form of the answer”.</source>
        <translation>Berichtigen Sie das in den Einstellungen des Chats unter „Form der Antwort“.</translation>
    </message>
    <message>
        <source>That is in line {line}, column {column} of the grammar that answers of this chat are bound to; the model was not asked.</source>
        <translation>Das steht in Zeile {line}, Spalte {column} der Grammatik, an die Antworten dieses Chats gebunden sind; das Modell wurde nicht gefragt.</translation>
    </message>
    <message>
        <source>That is in line {line}, column {column} of the JSON schema that answers of this chat are bound to; the model was not asked.</source>
        <translation>Das steht in Zeile {line}, Spalte {column} des JSON-Schemas, an das Antworten dieses Chats gebunden sind; das Modell wurde nicht gefragt.</translation>
    </message>
    <message>
        <source>A rule “root” is missing: with it every answer begins.</source>
        <translation>Eine Regel „root“ fehlt: Mit ihr beginnt jede Antwort.</translation>
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
        <source>A grammar has at most {n} characters.</source>
        <translation>Eine Grammatik hat höchstens {n} Zeichen.</translation>
    </message>
    <message>
        <source>This character cannot stand in a grammar.</source>
        <translation>Dieses Zeichen kann in keiner Grammatik stehen.</translation>
    </message>
    <message>
        <source>The grammar is too large: its repetitions make too much of it.</source>
        <translation>Die Grammatik ist zu groß: Ihre Wiederholungen machen zu viel daraus.</translation>
    </message>
    <message>
        <source>The grammar is nested too deeply.</source>
        <translation>Die Grammatik ist zu tief geschachtelt.</translation>
    </message>
    <message>
        <source>“::=” is expected after the name of a rule.</source>
        <translation>Nach dem Namen einer Regel wird „::=“ erwartet.</translation>
    </message>
    <message>
        <source>“{found}” cannot stand here.</source>
        <translation>„{found}“ kann hier nicht stehen.</translation>
    </message>
    <message>
        <source>Too many brackets within brackets.</source>
        <translation>Zu viele ineinander geschachtelte Klammern.</translation>
    </message>
    <message>
        <source>This bracket is not closed.</source>
        <translation>Diese Klammer ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>“{found}” cannot stand here; “)” is missing.</source>
        <translation>„{found}“ kann hier nicht stehen; es fehlt „)“.</translation>
    </message>
    <message>
        <source>This text is not closed by a quotation mark.</source>
        <translation>Dieser Text ist nicht durch ein Anführungszeichen geschlossen.</translation>
    </message>
    <message>
        <source>This set of characters is not closed by “]”.</source>
        <translation>Diese Zeichenmenge ist nicht durch „]“ geschlossen.</translation>
    </message>
    <message>
        <source>This range runs backwards.</source>
        <translation>Dieser Bereich läuft rückwärts.</translation>
    </message>
    <message>
        <source>“[^]” names no character; “.” stands for any.</source>
        <translation>„[^]“ nennt kein Zeichen; „.“ steht für ein beliebiges.</translation>
    </message>
    <message>
        <source>{n} hexadecimal digits are expected after “\{mark}”.</source>
        <translation>Nach „\{mark}“ werden {n} Hexadezimalziffern erwartet.</translation>
    </message>
    <message>
        <source>This escape is not known; there are {escapes}.</source>
        <translation>Diese Escape-Folge ist nicht bekannt; es gibt {escapes}.</translation>
    </message>
    <message>
        <source>“&lt;” with a token is expected after “!”.</source>
        <translation>Nach „!“ wird „&lt;“ mit einem Token erwartet.</translation>
    </message>
    <message>
        <source>This token is not closed by “&gt;”.</source>
        <translation>Dieses Token ist nicht durch „&gt;“ geschlossen.</translation>
    </message>
    <message>
        <source>No token has such a large number.</source>
        <translation>Kein Token hat eine so große Nummer.</translation>
    </message>
    <message>
        <source>“]&gt;” is expected after the number of a token.</source>
        <translation>Nach der Nummer eines Tokens wird „]&gt;“ erwartet.</translation>
    </message>
    <message>
        <source>“{sign}” must follow what it repeats.</source>
        <translation>„{sign}“ muss auf das folgen, was es wiederholt.</translation>
    </message>
    <message>
        <source>“}” is expected here.</source>
        <translation>Hier wird „}“ erwartet.</translation>
    </message>
    <message>
        <source>“,” or “}” is expected here.</source>
        <translation>Hier wird „,“ oder „}“ erwartet.</translation>
    </message>
    <message>
        <source>At most {n} repetitions are possible.</source>
        <translation>Höchstens {n} Wiederholungen sind möglich.</translation>
    </message>
    <message>
        <source>The second number is smaller than the first.</source>
        <translation>Die zweite Zahl ist kleiner als die erste.</translation>
    </message>
    <message>
        <source>The name of a rule is expected here: letters, digits and “-”, then “::=”.</source>
        <translation>Hier wird der Name einer Regel erwartet: Buchstaben, Ziffern und „-“, dann „::=“.</translation>
    </message>
    <message>
        <source>A number is expected here.</source>
        <translation>Hier wird eine Zahl erwartet.</translation>
    </message>
    <message>
        <source>A schema has at most {n} characters.</source>
        <translation>Ein Schema hat höchstens {n} Zeichen.</translation>
    </message>
    <message>
        <source>This is no JSON: {reason}.</source>
        <translation>Das ist kein JSON: {reason}.</translation>
    </message>
    <message>
        <source>This is no JSON that can be read.</source>
        <translation>Das ist kein lesbares JSON.</translation>
    </message>
    <message>
        <source>This schema cannot be kept to: {reason}.</source>
        <translation>Dieses Schema lässt sich nicht einhalten: {reason}.</translation>
    </message>
    <message>
        <source>Answers are not bound to “{keyword}” here.</source>
        <translation>An „{keyword}“ werden Antworten hier nicht gebunden.</translation>
    </message>
    <message>
        <source>The schema is nested too deeply.</source>
        <translation>Das Schema ist zu tief geschachtelt.</translation>
    </message>
    <message>
        <source>“false” lets nothing be valid.</source>
        <translation>„false“ lässt nichts gültig sein.</translation>
    </message>
    <message>
        <source>A schema in braces is expected here.</source>
        <translation>Hier wird ein Schema in geschweiften Klammern erwartet.</translation>
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
        <source>Nothing is written yet, so that an answer may have any form.</source>
        <translation>Noch steht hier nichts, deshalb darf eine Antwort jede Form haben.</translation>
    </message>
    <message>
        <source>Every answer that ends by itself has this form.</source>
        <translation>Jede Antwort, die von selbst endet, hat diese Form.</translation>
    </message>
    <message>
        <source>This text is too long for a schema or a grammar, and was not inserted.</source>
        <translation>Dieser Text ist zu lang für ein Schema oder eine Grammatik und wurde nicht eingefügt.</translation>
    </message>
    <message>
        <source>Ask what to do</source>
        <translation>Fragen, was zu tun ist</translation>
    </message>
    <message>
        <source>Nothing is sent that does not fit; you choose what helps.</source>
        <translation>Was nicht passt, wird nicht gesendet; Sie wählen, was hilft.</translation>
    </message>
    <message>
        <source>Leave out the oldest messages</source>
        <translation>Älteste Nachrichten weglassen</translation>
    </message>
    <message>
        <source>The model no longer reads them. They stay in the chat, and you can bring them back.</source>
        <translation>Das Modell liest sie nicht mehr. Sie bleiben im Chat und lassen sich zurückholen.</translation>
    </message>
    <message>
        <source>Summarise the oldest messages</source>
        <translation>Älteste Nachrichten zusammenfassen</translation>
    </message>
    <message>
        <source>The model reads a summary in their place, which it writes first and you can edit.</source>
        <translation>Das Modell liest stattdessen eine Zusammenfassung, die es vorher schreibt und die Sie bearbeiten können.</translation>
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
        <source>How it goes on</source>
        <translation>Wie es weitergeht</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>{words} (said)</source>
        <translation>{words} (gesagt)</translation>
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
        <source>{path} has another vocabulary than the model it is to draft for.</source>
        <translation>{path} hat ein anderes Vokabular als das Modell, für das es entwerfen soll.</translation>
    </message>
    <message>
        <source>Its words would mean something else there.</source>
        <translation>Seine Wörter würden dort etwas anderes bedeuten.</translation>
    </message>
    <message>
        <source>Choose a small model of the same family.</source>
        <translation>Wählen Sie ein kleines Modell derselben Familie.</translation>
    </message>
    <message>
        <source>{path} cannot take part in drafting: what such a model has computed cannot be taken back.</source>
        <translation>{path} kann am Entwerfen nicht teilnehmen: Was ein solches Modell berechnet hat, lässt sich nicht zurücknehmen.</translation>
    </message>
    <message>
        <source>Choose a model without recurrent layers.</source>
        <translation>Wählen Sie ein Modell ohne rekurrente Schichten.</translation>
    </message>
    <message>
        <source>The draft model {path} could not be used.</source>
        <translation>Das Entwurfsmodell {path} konnte nicht verwendet werden.</translation>
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
        <source>The file with the API key cannot be used: {path} ({reason}).</source>
        <translation>Die Datei mit dem API-Schlüssel ist nicht verwendbar: {path} ({reason}).</translation>
    </message>
    <message>
        <source>Other programs cannot ask Hearth; your chats are not affected.</source>
        <translation>Andere Programme können Hearth nicht fragen; die Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Write one line of {least} to {most} letters, digits and signs into it, or delete it and let Hearth make a new one.</source>
        <translation>Eine Zeile aus {least} bis {most} Buchstaben, Ziffern und Zeichen hineinschreiben oder die Datei löschen und Hearth eine neue anlegen lassen.</translation>
    </message>
    <message>
        <source>Other programs can ask Hearth at {address}.</source>
        <translation>Andere Programme können Hearth unter {address} fragen.</translation>
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
        <source>Make a new key?</source>
        <translation>Einen neuen Schlüssel erzeugen?</translation>
    </message>
    <message>
        <source>Programs that have the old one are refused from now on, until they are given the new one.</source>
        <translation>Programme mit dem alten Schlüssel werden ab sofort abgewiesen, bis sie den neuen erhalten.</translation>
    </message>
    <message>
        <source>The API has stopped unexpectedly.</source>
        <translation>Die API wurde unerwartet beendet.</translation>
    </message>
    <message>
        <source>Try again. If that happens again, the log says more.</source>
        <translation>Erneut versuchen. Tritt es wieder auf, steht mehr im Protokoll.</translation>
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
        <source>“Copy” puts the key in its place.</source>
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
        <source>In settings.json. The key goes into the settings of Zed&apos;s agent, below this provider.</source>
        <translation>In settings.json. Der Schlüssel gehört in die Einstellungen des Agenten von Zed, unter diesem Anbieter.</translation>
    </message>
    <message>
        <source>In ~/.continue/config.yaml.</source>
        <translation>In ~/.continue/config.yaml.</translation>
    </message>
    <message>
        <source>In ~/.codex/config.toml. The key goes into the environment, as HEARTH_KEY.</source>
        <translation>In ~/.codex/config.toml. Der Schlüssel gehört in die Umgebung, als HEARTH_KEY.</translation>
    </message>
    <message>
        <source>This model makes embeddings for other programs, and answers no chats.</source>
        <translation>Dieses Modell erzeugt Embeddings für andere Programme und antwortet nicht in Chats.</translation>
    </message>
    <message>
        <source>The API cannot use port {port} of {address} ({reason}).</source>
        <translation>Die API kann Port {port} von {address} nicht verwenden ({reason}).</translation>
    </message>
    <message>
        <source>Choose another port, or end the program that uses this one.</source>
        <translation>Einen anderen Port wählen oder das Programm beenden, das diesen verwendet.</translation>
    </message>
    <message>
        <source>{address} is no address of this machine ({reason}).</source>
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
        <source>Save the picture again in another program, then attach it anew.</source>
        <translation>Speichern Sie das Bild in einem anderen Programm noch einmal und hängen Sie es dann neu an.</translation>
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
        <source>The sound has samples that are no numbers.</source>
        <translation>Die Tonaufnahme hat Abtastwerte, die keine Zahlen sind.</translation>
    </message>
    <message>
        <source>Convert the sound to WAV or MP3 in another program, then attach it anew.</source>
        <translation>Wandeln Sie die Tonaufnahme in einem anderen Programm in WAV oder MP3 um und hängen Sie sie dann neu an.</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} pixels is empty or too large.</source>
        <translation>Ein Bild von {width} × {height} Pixeln ist leer oder zu groß.</translation>
    </message>
    <message>
        <source>Attach a picture of at most {side} pixels a side and {pixels} million in all.</source>
        <translation>Hängen Sie ein Bild mit höchstens {side} Pixeln je Seite und {pixels} Millionen insgesamt an.</translation>
    </message>
    <message>
        <source>The model cannot see or hear with it. Your chats are untouched.</source>
        <translation>Das Modell kann damit weder sehen noch hören. Ihre Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Choose the projector that was published with this model.</source>
        <translation>Wählen Sie den Projektor, der mit diesem Modell veröffentlicht wurde.</translation>
    </message>
    <message>
        <source>This build of llama.cpp cannot read pictures or sounds.</source>
        <translation>Dieser Build von llama.cpp kann weder Bilder noch Töne lesen.</translation>
    </message>
    <message>
        <source>Text works as before. Your chats are untouched.</source>
        <translation>Text geht wie bisher. Ihre Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Install Hearth from one of its packages, or rebuild llama.cpp.</source>
        <translation>Installieren Sie Hearth aus einem seiner Pakete oder bauen Sie llama.cpp neu.</translation>
    </message>
    <message>
        <source>The projector {path} could not be loaded.</source>
        <translation>Der Projektor {path} konnte nicht geladen werden.</translation>
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
        <source>Attach another one, or a smaller one.</source>
        <translation>Hängen Sie anderes oder Kleineres an.</translation>
    </message>
    <message>
        <source>This picture or sound takes {n} tokens at once, and this model was loaded for {most} at once.</source>
        <translation>Dieses Bild oder dieser Ton braucht {n} Token auf einmal, und dieses Modell wurde für {most} auf einmal geladen.</translation>
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
        <source>A picture of this chat could not be read.</source>
        <translation>Ein Bild dieses Chats konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>A sound of this chat could not be read.</source>
        <translation>Eine Tonaufnahme dieses Chats konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>No answer was written. Your chats are untouched.</source>
        <translation>Es wurde keine Antwort geschrieben. Ihre Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Send the message again. If that does not help, attach the file anew.</source>
        <translation>Senden Sie die Nachricht noch einmal. Wenn das nicht hilft, hängen Sie die Datei neu an.</translation>
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
        <source>Screen readers say it, and the search finds it. The model does not read it.</source>
        <translation>Bildschirmleser sprechen sie, und die Suche findet sie. Das Modell liest sie nicht.</translation>
    </message>
    <message>
        <source>“{name}” could not be played: no program on this machine has opened it.</source>
        <translation>„{name}“ konnte nicht abgespielt werden: Kein Programm auf diesem Rechner hat es geöffnet.</translation>
    </message>
    <message>
        <source>Save a copy of it and open that in a player of your choice.</source>
        <translation>Speichern Sie eine Kopie und öffnen Sie sie in einem Player Ihrer Wahl.</translation>
    </message>
    <message>
        <source>The sound could not be copied for a player ({reason}).</source>
        <translation>Der Ton konnte nicht für einen Player kopiert werden ({reason}).</translation>
    </message>
    <message>
        <source>Make room in the folder for temporary files, then try again.</source>
        <translation>Schaffen Sie Platz im Ordner für temporäre Dateien und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>The description of “{name}” was changed</source>
        <translation>Die Beschreibung von „{name}“ wurde geändert</translation>
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
        <source>Show at its own size, or fit it into the window</source>
        <translation>In Originalgröße zeigen oder ins Fenster einpassen</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Kopie speichern…</translation>
    </message>
    <message>
        <source>The original is no longer there</source>
        <translation>Das Original ist nicht mehr vorhanden</translation>
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
        <source>The model keeps what it sees and hears with.</source>
        <translation>Das Modell behält, womit es sieht und hört.</translation>
    </message>
    <message>
        <source>Choose the projector that was made for this model; its name often begins with “mmproj”.</source>
        <translation>Wählen Sie den Projektor, der für dieses Modell gemacht wurde; sein Name beginnt oft mit „mmproj“.</translation>
    </message>
    <message>
        <source>“{name}” is no projector.</source>
        <translation>„{name}“ ist kein Projektor.</translation>
    </message>
    <message>
        <source>“{name}” belongs to another model: its vectors have another width.</source>
        <translation>„{name}“ gehört zu einem anderen Modell: Seine Vektoren haben eine andere Breite.</translation>
    </message>
    <message>
        <source>Sees and hears with</source>
        <translation>Sieht und hört mit</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>&amp;Sees and hears with</source>
        <translation>&amp;Sieht und hört mit</translation>
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
        <source>Looking for files with which this model can see or hear…</source>
        <translation>Es wird nach Dateien gesucht, mit denen dieses Modell sehen oder hören kann…</translation>
    </message>
    <message>
        <source>No file with which this model can see or hear (a projector, “mmproj”) is on this machine</source>
        <translation>Auf diesem Rechner ist keine Datei, mit der dieses Modell sehen oder hören kann (ein Projektor, „mmproj“)</translation>
    </message>
    <message>
        <source>A second file, the projector, turns pictures and sounds into what this model reads</source>
        <translation>Eine zweite Datei, der Projektor, macht aus Bildern und Tönen, was dieses Modell liest</translation>
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
        <source>“{name}” is no text, picture or sound that Hearth can read.</source>
        <translation>„{name}“ ist kein Text, kein Bild und keine Tonaufnahme, die Hearth lesen kann.</translation>
    </message>
    <message>
        <source>Attach a text, a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, FLAC, Ogg, Opus).</source>
        <translation>Hängen Sie einen Text, ein Bild (PNG, JPEG, GIF, WebP, BMP, TIFF) oder eine Tonaufnahme (WAV, MP3, FLAC, Ogg, Opus) an.</translation>
    </message>
    <message>
        <source>Choose the projector with which this model sees or hears</source>
        <translation>Den Projektor wählen, mit dem dieses Modell sieht oder hört</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>Anderes Modell wählen…</translation>
    </message>
    <message>
        <source>See which models are on this machine</source>
        <translation>Anzeigen, welche Modelle auf diesem Rechner sind</translation>
    </message>
    <message>
        <source>Open {model}</source>
        <translation>{model} öffnen</translation>
    </message>
    <message>
        <source>Open {model}, which takes them</source>
        <translation>{model} öffnen, das sie annimmt</translation>
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
        <source>Nothing of what was said is lost.</source>
        <translation>Nichts vom Gesagten geht verloren.</translation>
    </message>
    <message>
        <source>{server} does not accept the key, or wants one.</source>
        <translation>{server} nimmt den Schlüssel nicht an oder verlangt einen.</translation>
    </message>
    <message>
        <source>Give Hearth the key of this server under “Servers…”.</source>
        <translation>Geben Sie Hearth den Schlüssel dieses Servers unter „Server…“.</translation>
    </message>
    <message>
        <source>{server} knows no such address, or no such model.</source>
        <translation>{server} kennt diese Adresse oder dieses Modell nicht.</translation>
    </message>
    <message>
        <source>Check under “Servers…” whether its address ends as its makers say, mostly in /v1, and which models it has.</source>
        <translation>Prüfen Sie unter „Server…“, ob die Adresse so endet, wie die Hersteller sagen, meist auf /v1, und welche Modelle es gibt.</translation>
    </message>
    <message>
        <source>{server} refuses this: {words}</source>
        <translation>{server} lehnt das ab: {words}</translation>
    </message>
    <message>
        <source>{server} refuses this, and does not say why.</source>
        <translation>{server} lehnt das ab und sagt nicht, warum.</translation>
    </message>
    <message>
        <source>Change what it objects to: the settings of the chat, or the model.</source>
        <translation>Ändern Sie, was er beanstandet: die Einstellungen des Chats oder das Modell.</translation>
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
        <source>{server} has too much to do at the moment.</source>
        <translation>{server} hat im Moment zu viel zu tun.</translation>
    </message>
    <message>
        <source>{server} has failed: {words}</source>
        <translation>{server} hat versagt: {words}</translation>
    </message>
    <message>
        <source>{server} has failed, and does not say why.</source>
        <translation>{server} hat versagt und sagt nicht, warum.</translation>
    </message>
    <message>
        <source>Try again; if it stays so, look at that server.</source>
        <translation>Versuchen Sie es erneut; bleibt es dabei, sehen Sie nach diesem Server.</translation>
    </message>
    <message>
        <source>The answer of {server} broke off.</source>
        <translation>Die Antwort von {server} brach ab.</translation>
    </message>
    <message>
        <source>Try again, or continue the answer.</source>
        <translation>Versuchen Sie es erneut oder setzen Sie die Antwort fort.</translation>
    </message>
    <message>
        <source>{server} says something that Hearth does not understand.</source>
        <translation>{server} sagt etwas, das Hearth nicht versteht.</translation>
    </message>
    <message>
        <source>Check under “Servers…” whether its address leads to an API like OpenAI&apos;s.</source>
        <translation>Prüfen Sie unter „Server…“, ob die Adresse zu einer Schnittstelle wie der von OpenAI führt.</translation>
    </message>
    <message>
        <source>{server} withholds the rest of this answer.</source>
        <translation>{server} hält den Rest dieser Antwort zurück.</translation>
    </message>
    <message>
        <source>Ask in other words, or another model.</source>
        <translation>Fragen Sie mit anderen Worten oder ein anderes Modell.</translation>
    </message>
    <message>
        <source>Choose a model on this machine for it, or leave it out.</source>
        <translation>Wählen Sie dafür ein Modell auf diesem Rechner oder lassen Sie es weg.</translation>
    </message>
    <message>
        <source>There is no server “{name}” any more.</source>
        <translation>Es gibt keinen Server „{name}“ mehr.</translation>
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
        <source>Choose one of those that it has now.</source>
        <translation>Wählen Sie eines von denen, die er jetzt hat.</translation>
    </message>
    <message>
        <source>The list of servers could not be saved to {path} ({reason}).</source>
        <translation>Die Liste der Server konnte nicht in {path} gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>No server was added, changed or removed; your chats are not affected.</source>
        <translation>Kein Server wurde hinzugefügt, geändert oder entfernt; Ihre Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The key holds until Hearth is closed: Hearth never writes one into a plain file.</source>
        <translation>Der Schlüssel gilt, bis Hearth geschlossen wird: Hearth schreibt nie einen in eine unverschlüsselte Datei.</translation>
    </message>
    <message>
        <source>Unlock or install the {keyring}.</source>
        <translation>Entsperren oder installieren Sie: {keyring}.</translation>
    </message>
    <message>
        <source>This is no key: it has characters that a key cannot have.</source>
        <translation>Das ist kein Schlüssel: Er hat Zeichen, die ein Schlüssel nicht haben kann.</translation>
    </message>
    <message>
        <source>Copy the key once more, without spaces and quotation marks.</source>
        <translation>Kopieren Sie den Schlüssel noch einmal, ohne Leer- und Anführungszeichen.</translation>
    </message>
    <message>
        <source>{server} makes no vectors of texts.</source>
        <translation>{server} macht keine Vektoren aus Texten.</translation>
    </message>
    <message>
        <source>{server} does not tell what else could have been said.</source>
        <translation>{server} sagt nicht, was sonst hätte gesagt werden können.</translation>
    </message>
    <message>
        <source>{server} cannot do this.</source>
        <translation>{server} kann das nicht.</translation>
    </message>
    <message>
        <source>{server} cannot go on with an answer that has begun.</source>
        <translation>{server} kann eine begonnene Antwort nicht fortsetzen.</translation>
    </message>
    <message>
        <source>{server} takes no grammar.</source>
        <translation>{server} nimmt keine Grammatik an.</translation>
    </message>
    <message>
        <source>No server was added or changed.</source>
        <translation>Kein Server wurde hinzugefügt oder geändert.</translation>
    </message>
    <message>
        <source>The name of a server has 1 to {most} letters, and no slash or colon.</source>
        <translation>Der Name eines Servers hat 1 bis {most} Zeichen und weder Schrägstrich noch Doppelpunkt.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Over plain HTTP everybody on the way could read your chats.</source>
        <translation>Über unverschlüsseltes HTTP könnte jeder auf dem Weg Ihre Chats lesen.</translation>
    </message>
    <message>
        <source>Write the address with https://, or reach the server through a tunnel.</source>
        <translation>Schreiben Sie die Adresse mit https:// oder erreichen Sie den Server durch einen Tunnel.</translation>
    </message>
    <message>
        <source>Others in your network could read what is sent over plain HTTP.</source>
        <translation>Andere in Ihrem Netz könnten lesen, was über unverschlüsseltes HTTP gesendet wird.</translation>
    </message>
    <message>
        <source>Others in your network could read your chats and the key.</source>
        <translation>Andere in Ihrem Netz könnten Ihre Chats und den Schlüssel lesen.</translation>
    </message>
    <message>
        <source>Agree to that if you trust everybody in it, or use https://.</source>
        <translation>Stimmen Sie dem zu, wenn Sie allen darin trauen, oder verwenden Sie https://.</translation>
    </message>
    <message>
        <source>There are no certificates to be read in {path}.</source>
        <translation>In {path} sind keine lesbaren Zertifikate.</translation>
    </message>
    <message>
        <source>Choose a file in PEM format, as whoever runs the server has it.</source>
        <translation>Wählen Sie eine Datei im PEM-Format, wie sie der Betreiber des Servers hat.</translation>
    </message>
    <message>
        <source>There is a server “{name}” already.</source>
        <translation>Es gibt schon einen Server „{name}“.</translation>
    </message>
    <message>
        <source>There are {n} servers already.</source>
        <translation>Es gibt schon {n} Server.</translation>
    </message>
    <message>
        <source>Remove one first.</source>
        <translation>Entfernen Sie erst einen.</translation>
    </message>
    <message>
        <source>The list of your servers cannot be read.</source>
        <translation>Die Liste Ihrer Server kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>No server is there until you add one; your chats are not affected.</source>
        <translation>Es gibt keinen Server, bis Sie einen hinzufügen; Ihre Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>An API like OpenAI&apos;s</source>
        <translation>Eine API wie die von OpenAI</translation>
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
        <source>The chat is sent to {server} and read there.</source>
        <translation>Der Chat wird an {server} gesendet und dort gelesen.</translation>
    </message>
    <message>
        <source>This server is a program on this machine. With each message it is given the whole chat, pictures too; whether it passes that on, Hearth cannot see. Your chats stay stored here.</source>
        <translation>Dieser Server ist ein Programm auf diesem Computer. Es erhält mit jeder Nachricht den ganzen Chat, auch Bilder; ob es ihn weitergibt, kann Hearth nicht sehen. Ihre Chats bleiben hier gespeichert.</translation>
    </message>
    <message>
        <source>{host} is another machine in your network. The whole chat goes there with each message, pictures too. Your chats stay stored on this machine.</source>
        <translation>{host} ist ein anderer Computer in Ihrem Netzwerk. Mit jeder Nachricht geht der ganze Chat dorthin, auch Bilder. Ihre Chats bleiben auf diesem Computer gespeichert.</translation>
    </message>
    <message>
        <source>{host} is on the internet. The whole chat goes there with each message, pictures too, and whoever runs it can read that. Your chats stay stored on this machine.</source>
        <translation>{host} liegt im Internet. Mit jeder Nachricht geht der ganze Chat dorthin, auch Bilder, und wer den Server betreibt, kann ihn lesen. Ihre Chats bleiben auf diesem Computer gespeichert.</translation>
    </message>
    <message>
        <source>Models of the server</source>
        <translation>Modelle des Servers</translation>
    </message>
    <message>
        <source>Models of {server}</source>
        <translation>Modelle von {server}</translation>
    </message>
    <message>
        <source>This server has told of no models. Check it, or name them under “Edit…”.</source>
        <translation>Dieser Server hat keine Modelle genannt. Prüfen Sie ihn, oder nennen Sie sie unter „Bearbeiten…“.</translation>
    </message>
    <message>
        <source>Tokens, as far as the server says</source>
        <translation>Token, soweit der Server es sagt</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Nimmt</translation>
    </message>
    <message>
        <source>What you can send it, as far as the server says</source>
        <translation>Was Sie ihm senden können, soweit der Server es sagt</translation>
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
        <source>As its models are named by hand, it can be added all the same.</source>
        <translation>Da seine Modelle von Hand genannt sind, kann er trotzdem hinzugefügt werden.</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Wird gespeichert…</translation>
    </message>
    <message>
        <source>{kind} answers, and tells of no models.</source>
        <translation>{kind} antwortet und nennt keine Modelle.</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>{n} weitere</translation>
    </message>
    <message>
        <source>{kind} answers, with {models}: {names}</source>
        <translation>{kind} antwortet, mit {models}: {names}</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läuft mit</translation>
    </message>
    <message>
        <source>What answers there</source>
        <translation>Was dort antwortet</translation>
    </message>
    <message>
        <source>How many it had when it was asked last</source>
        <translation>Wie viele er hatte, als er zuletzt gefragt wurde</translation>
    </message>
    <message>
        <source>Whether a key for it is kept</source>
        <translation>Ob ein Schlüssel für ihn aufbewahrt wird</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Verwendung</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Vorhanden</translation>
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
        <source>The loaded model is on it, and answers no more.</source>
        <translation>Das geladene Modell ist auf ihm und antwortet dann nicht mehr.</translation>
    </message>
    <message>
        <source>Its key is removed from the {keyring}, too. Chats that it has answered stay.</source>
        <translation>Sein Schlüssel wird auch aus dem Passwortspeicher ({keyring}) entfernt. Chats, die er beantwortet hat, bleiben.</translation>
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
        <source>“{address}” is no address of an rpc-server: write HOST:PORT.</source>
        <translation>„{address}“ ist keine Adresse eines rpc-servers: Schreiben Sie HOST:PORT.</translation>
    </message>
    <message>
        <source>No rpc-server listens at {address}.</source>
        <translation>Unter {address} hört kein rpc-server.</translation>
    </message>
    <message>
        <source>{address} closes the connection: most likely no rpc-server listens there.</source>
        <translation>{address} schließt die Verbindung: Wahrscheinlich hört dort kein rpc-server.</translation>
    </message>
    <message>
        <source>The rpc-server at {address} does not answer; it serves one program at a time, and another one may use it.</source>
        <translation>Der rpc-server unter {address} antwortet nicht; er bedient immer nur ein Programm, und vielleicht benutzt ihn ein anderes.</translation>
    </message>
    <message>
        <source>At {address} another program answers, and no rpc-server.</source>
        <translation>Unter {address} antwortet ein anderes Programm und kein rpc-server.</translation>
    </message>
    <message>
        <source>The rpc-server at {address} is of a llama.cpp that does not fit this one.</source>
        <translation>Der rpc-server unter {address} gehört zu einem llama.cpp, das nicht zu diesem passt.</translation>
    </message>
</context>
</TS>
