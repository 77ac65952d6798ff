/** Deutsch. Kept beside en.ts: see there for how texts are written. */
import type * as english from './en.ts'

export const menu: Record<keyof typeof english.menu, string> = {
  open: 'Seitenleiste öffnen',
  ask: 'Zur Auswahl fragen…',
  selection: 'Mit der Auswahl',
  cleanUp: 'Aufräumen',
  fillFormula: 'Spalte mit Formel füllen…',
  translate: 'Übersetzen…',
  score: 'Bewerten…',
  classify: 'Einordnen…',
  summarise: 'Zusammenfassen',
  explainFormula: 'Formel erklären',
  fixErrors: 'Fehler beheben',
  backUp: 'Diesen Tab sichern',
  check: 'Verbindung prüfen',
  help: 'Hilfe',
  wholeTab: 'dem Tab „{tab}“',
  'wish.fillFormula': 'Was soll die Formel in {place} berechnen? Zum Beispiel: Menge mal Preis',
  'wish.translate': 'In welche Sprache soll {place} übersetzt werden?',
  'wish.score': 'Wonach soll {place} bewertet werden? Zum Beispiel: Kaufinteresse von 1 bis 10',
  'wish.classify': 'In welche Klassen soll {place} eingeordnet werden? Zum Beispiel: Fehler, Frage, Lob',
  'prompt.ask': 'Zu {place}: ',
  'prompt.cleanUp':
    'Räume in {place} auf: Leerzeichen kürzen, doppelte Zeilen entfernen, Formate vereinheitlichen.',
  'prompt.fillFormula': 'Fülle {place} mit einer Formel: {wish}',
  'prompt.translate':
    'Übersetze den Text in {place}. Zielsprache: {wish}. Schreibe die Übersetzungen in eine neue Spalte daneben.',
  'prompt.score':
    'Bewerte die Zeilen in {place}: {wish}. Schreibe die Bewertungen in eine neue Spalte daneben.',
  'prompt.classify':
    'Ordne die Zeilen in {place} ein: {wish}. Schreibe die Klasse in eine neue Spalte daneben.',
  'prompt.summarise': 'Fasse die Daten in {place} zusammen. Antworte hier und lass die Tabelle, wie sie ist.',
  'prompt.cleanUp.tab': 'Alle Zellen kürzen und doppelte Zeilen entfernen',
  'prompt.fillFormula.tab': 'Füge eine Spalte hinzu: {wish}',
  'prompt.summarise.tab': 'Beschreibe diese Tabelle',
  'prompt.explainFormula':
    'Erkläre die Formel in {place} Schritt für Schritt. Lass die Tabelle, wie sie ist.',
  'prompt.fixErrors': 'Finde die Formelfehler in {place}, nenne ihre Ursache und behebe sie.',
}

export const page: Record<keyof typeof english.page, string> = {
  'app.loading': 'Wird geöffnet…',
  'app.close': 'Schließen',

  'connect.title': 'Sag es. Sieh zu.',
  'connect.lead':
    'Rowhand ändert diese Tabelle für dich: Formeln, Aufräumen, Auswertungen, Recherche, Zeile für Zeile.',
  'connect.label': 'API-Schlüssel',
  'connect.placeholder': 'sk_rowhand_…',
  'connect.button': 'Verbinden',
  'connect.checking': 'Schlüssel wird geprüft…',
  'connect.where': 'Schlüssel im Dashboard anlegen',
  'connect.privacy':
    'Der Schlüssel bleibt in deinem Google-Konto. Andere, die diese Datei bearbeiten, sehen ihn nie.',
  'connect.empty': 'Füge zuerst deinen API-Schlüssel ein.',
  'connect.pending': 'Dein Auftrag ist aufgehoben und wartet auf dich.',
  'connect.backup': 'Es wurde noch nichts gesichert. Verbinde einen Schlüssel und sichere dann von hier aus.',

  'header.untitled': 'Neue Unterhaltung',
  'header.new': 'Neue Unterhaltung',
  'header.conversations': 'Frühere Unterhaltungen',
  'header.more': 'Mehr',

  'empty.title': 'Was soll diese Tabelle tun?',
  'empty.lead': 'Schreib es in deinen Worten oder beginne mit einem Vorschlag.',
  'group.clean': 'Putzen',
  'group.enrich': 'Ergänzen',
  'group.analyse': 'Auswerten',
  'group.format': 'Format',
  'groups.label': 'Arten von Vorschlägen',
  'suggest.trim': 'Leerzeichen in {a} kürzen',
  'suggest.dedupe': 'Doppelte Zeilen nach {a} entfernen',
  'suggest.title': 'In {a} jedes Wort großschreiben',
  'suggest.trimAll': 'Leerzeichen in allen Spalten kürzen',
  'suggest.dedupeAll': 'Doppelte Zeilen entfernen',
  'suggest.multiply': 'Spalte Summe hinzufügen: {a} mal {b}',
  'suggest.domain': 'Spalte mit der Domain zu jedem Wert in {a} hinzufügen',
  'suggest.classify': 'Spalte hinzufügen, die {a} in Kategorien einordnet',
  'suggest.research': 'Die Website zu jedem Wert in {a} finden und in eine neue Spalte schreiben',
  'suggest.sumBy': 'Summe von {a} nach {b} in einer neuen Tabelle',
  'suggest.countBy': 'Zeilen nach {a} in einer neuen Tabelle zählen',
  'suggest.average': 'Durchschnitt von {a}',
  'suggest.describe': 'Diese Tabelle beschreiben',
  'suggest.currency': '{a} als Währung formatieren',
  'suggest.date': '{a} als Datum formatieren',
  'suggest.header': 'Kopfzeile fixieren und fett setzen',
  'suggest.sort': 'Nach {a} sortieren, größte zuerst',
  'suggest.blankEnrich': 'Eine Tabelle der 20 größten Städte mit Land und Einwohnerzahl anlegen',
  'suggest.blankAnalyse': 'Ein Monatsbudget mit einer Summe je Kategorie anlegen',

  'composer.label': 'Was soll getan werden?',
  'composer.placeholder': 'Bitte um eine Änderung oder frage…',
  'composer.placeholderFollowUp': 'Und jetzt?',
  'composer.send': 'Senden',
  'composer.attach': 'Auswahl {place} anfügen',
  'composer.attached': 'In {place}:',
  'composer.context': 'Arbeitet an',
  'composer.prompts': 'Gespeicherte Aufträge',
  'composer.model': 'Modelle: {model}',
  'composer.defaultModel': 'Standardmodell',

  'work.starting': 'Startet…',
  'work.retrying': 'Der Dienst ist beschäftigt. Neuer Versuch…',
  'work.checking': 'Keine Antwort. Es wird nachgesehen, ob es begonnen hat…',
  'work.active': 'Arbeitet',
  'work.other': 'Status: {status}',
  'work.stop': 'Stopp',
  'work.stopping': 'Hält an…',
  'work.trouble': 'Der Dienst antwortet nicht. Es wird wieder nachgesehen… Dein Auftrag ist aufgehoben.',

  'thread.label': 'Unterhaltung',
  'thread.you': 'Dein Auftrag',
  'thread.opening': 'Unterhaltung wird geöffnet…',
  'thread.earlier': 'Früheres zeigen',
  'thread.loading': 'Früheres wird geladen… {n}',

  'turn.done': 'Fertig',
  'turn.stopped': 'Angehalten',
  'turn.stoppedText': 'Angehalten.',
  'turn.costDetails': 'Zeigen, woraus sich die Kosten zusammensetzen',
  'turn.costAgent': 'Agent',
  'turn.costTools': 'Werkzeuge',
  'turn.costSum': 'Diese Unterhaltung',
  'turn.costAtLeast': 'mindestens {sum}',
  'turn.free': 'Kostenlos',

  'tool.get_sheet_overview':
    'Sieht sich die Tabelle an|Tabelle angesehen|Tabelle konnte nicht angesehen werden',
  'tool.read_range': 'Liest|Zellen gelesen|Lesen fehlgeschlagen',
  'tool.read_range.n': '{n} Zelle gelesen || {n} Zellen gelesen',
  'tool.write_range': 'Schreibt|Zellen geschrieben|Schreiben fehlgeschlagen',
  'tool.write_range.n': '{n} Zelle geschrieben || {n} Zellen geschrieben',
  'tool.copy_paste_range': 'Kopiert|Kopiert|Kopieren fehlgeschlagen',
  'tool.copy_paste_range.n': '{n} Zelle kopiert || {n} Zellen kopiert',
  'tool.read_spreadsheet_fields':
    'Liest Einstellungen|Einstellungen gelesen|Einstellungen konnten nicht gelesen werden',
  'tool.web_search': 'Sucht im Web|Im Web gesucht|Websuche fehlgeschlagen',
  'tool.load_skill': 'Lädt Anleitung|Anleitung geladen|Anleitung konnte nicht geladen werden',
  'tool.create_skill': 'Speichert Anleitung|Anleitung gespeichert|Anleitung konnte nicht gespeichert werden',
  'tool.bulk_prompt': 'Geht Zeile für Zeile vor|Zeilen gefüllt|Einige Zeilen sind fehlgeschlagen',
  'tool.bulk_search': 'Recherchiert Zeile für Zeile|Zeilen recherchiert|Einige Zeilen sind fehlgeschlagen',
  'tool.bulk_prompt.n': '{n} Zeile gefüllt || {n} Zeilen gefüllt',
  'tool.bulk_search.n': '{n} Zeile recherchiert || {n} Zeilen recherchiert',
  'tool.format_range': 'Formatiert|Formatiert|Formatieren fehlgeschlagen',
  'tool.sort_filter_range': 'Sortiert|Sortiert oder gefiltert|Sortieren oder Filtern fehlgeschlagen',
  'tool.clean_range': 'Räumt auf|Aufgeräumt|Aufräumen fehlgeschlagen',
  'tool.clean_range.n': '{n} Zelle aufgeräumt || {n} Zellen aufgeräumt',
  'tool.edit_structure':
    'Ändert Tabs, Zeilen oder Spalten|Aufbau geändert|Aufbau konnte nicht geändert werden',
  'tool.insert_chart': 'Zeichnet ein Diagramm|Diagramm hinzugefügt|Diagramm konnte nicht hinzugefügt werden',
  'tool.insert_pivot_table':
    'Baut eine Pivot-Tabelle|Pivot-Tabelle hinzugefügt|Pivot-Tabelle konnte nicht hinzugefügt werden',
  'tool.other': '{tool} läuft|{tool} ausgeführt|{tool} fehlgeschlagen',
  'tool.cancelled': 'Angehalten: {what}',
  'tool.waiting': 'Wartet: {what}',
  'tool.status': '{what} ({status})',
  'tool.folded': '{what}, dann geglückt',
  'tool.asked': 'Fragt vorher: {what}',
  'tool.errors': '{n} Zelle davon zeigt einen Fehler || {n} Zellen davon zeigen einen Fehler',
  'tool.rowsChanged': 'Zeilen geändert',
  'tool.columnsChanged': 'Spalten geändert',
  'tool.tabChanged': 'Tabellenblatt {tab} geändert',
  'fold.look': '{n} Stellen angesehen',
  'fold.write_range': '{cells} Zellen in {n} Bereiche geschrieben',
  'fold.copy_paste_range': '{n} Bereiche kopiert',
  'fold.format_range': '{n} Bereiche formatiert',
  'fold.clean_range': '{n} Bereiche bereinigt',
  'fold.edit_structure': '{n} Änderungen an Blättern, Zeilen oder Spalten',
  'fold.insert_chart': '{n} Diagramme eingefügt',
  'fold.web_search': '{n}-mal im Web gesucht',
  'fold.other': '{what}, {n}-mal',
  'fold.more': '{n} weitere zeigen',
  'tool.select': '{range} in der Tabelle auswählen',
  'tool.rows': '{done} von {total}',
  'tool.rowsFailed': '{n} fehlgeschlagen || {n} fehlgeschlagen',
  'tool.left': 'noch etwa {time}',
  'tool.unknownEntry': 'Etwas Neues: {name}',

  'field.message': 'Grund',
  'field.prompt_template': 'Für jede Zeile',
  'field.query': 'Gesucht nach',
  'field.number_of_searches': 'Suchen',
  'field.sources': 'Quellen',
  'field.paste_type': 'Eingefügt',
  'field.source': 'Von',
  'field.target': 'Nach',
  'field.fields': 'Felder',
  'field.skill': 'Anleitung',
  'field.read': 'Gelesen',
  'field.readCounts': '{rows} Zeilen, {columns} Spalten',
  'field.rows': 'Zeilen',

  'time.seconds': '{s} s',
  'time.minutes': '{m}:{s} min',
  'time.aboutSeconds': '{n} s',
  'time.aboutMinutes': '{n} min',

  'menu.prompts': 'Gespeicherte Aufträge',
  'menu.models': 'Modelle',
  'menu.copyTab': 'Tab kopieren oder sichern',
  'menu.connection': 'Verbindung',
  'menu.help': 'Hilfe',

  'conversations.title': 'Frühere Unterhaltungen',
  'conversations.empty': 'Hier stehen bald die Unterhaltungen zu dieser Tabelle.',
  'conversations.turns': '{n} Auftrag || {n} Aufträge',
  'conversations.remove': '„{title}“ aus dieser Liste entfernen',
  'conversations.current': 'gerade offen',

  'prompts.title': 'Gespeicherte Aufträge',
  'prompts.empty': 'Aufträge, die du oft brauchst, können hier warten.',
  'prompts.save': 'Text aus dem Eingabefeld speichern',
  'prompts.remove': '„{prompt}“ entfernen',

  'models.title': 'Modelle',
  'models.agent_model': 'Agent',
  'models.agent_model.hint': 'plant und handelt',
  'models.bulk_model': 'Zeile für Zeile',
  'models.bulk_model.hint': 'antwortet einmal je Zeile',
  'models.bulk_search_model': 'Zeile für Zeile mit Websuche',
  'models.bulk_search_model.hint': 'recherchiert jede Zeile',
  'models.next': 'Nächstes',
  'models.always': 'Immer',
  'models.default': 'Standard: {model}',
  'models.loading': 'Liste der Modelle wird geladen…',
  'models.refresh': 'Liste neu laden',

  'copy.title': 'Diesen Tab kopieren',
  'copy.this': 'Der Tab „{tab}“ wird mit Werten, Formeln, Formaten und Diagrammen kopiert.',
  'copy.backup': 'In dieser Datei sichern',
  'copy.label': 'In eine andere Datei: Adresse oder ID',
  'copy.button': 'Dorthin kopieren',
  'copy.working': 'Wird kopiert…',
  'copy.done': 'Kopiert nach „{title}“.',
  'copy.open': 'Kopie öffnen',
  'copy.empty': 'Füge zuerst die Adresse der anderen Datei ein.',
  'copy.invalid': 'Das ist weder Adresse noch ID einer Tabelle. Kopiere ihre ganze Adresse aus dem Browser.',
  'copy.SPREADSHEET_NOT_FOUND':
    'Der Dienst findet die andere Datei nicht|Prüfe die Adresse und ob sie für dein verbundenes Google-Konto freigegeben ist.',
  'copy.SPREADSHEET_FORBIDDEN':
    'Dein verbundenes Google-Konto darf die andere Datei nicht bearbeiten|Gib sie für dieses Konto frei und kopiere dann noch einmal.',

  'connection.title': 'Verbindung',
  'connection.account': 'Konto',
  'connection.space': 'Bereich',
  'connection.google': 'Google Tabellen',
  'connection.connected': 'verbunden',
  'connection.notConnected': 'nicht verbunden',
  'connection.connectGoogle': 'Im Dashboard verbinden',
  'connection.key': 'Schlüssel',
  'connection.keyEnding': 'endet auf {ending}',
  'connection.service': 'Dienst',
  'connection.check': 'Jetzt prüfen',
  'connection.checking': 'Wird geprüft…',
  'connection.good': 'Alles in Ordnung.',
  'connection.disconnect': 'Trennen',
  'connection.disconnectHint':
    'Entfernt den Schlüssel und die Liste der Unterhaltungen aus diesem Add-on. Die Tabelle bleibt, wie sie ist.',
  'connection.noName': 'ohne Namen',

  'help.title': 'Hilfe',
  'help.ask':
    'Schreib, was du willst, wie du es Kollegen sagen würdest. Nenne Spalten bei ihrer Überschrift.',
  'help.keys':
    'Enter sendet, Umschalt+Enter beginnt eine neue Zeile, ↑ holt frühere Aufträge, Esc schließt ein Fenster.',
  'help.ranges': 'Ein Klick auf einen Bereich in der Unterhaltung wählt ihn in der Tabelle aus.',
  'help.close':
    'Du kannst die Seitenleiste schließen: Ein laufender Auftrag geht weiter und ist da, wenn du zurückkommst.',
  'help.undo': 'Der Versionsverlauf von Google (Datei ▸ Versionsverlauf) bringt jeden früheren Stand zurück.',

  'accounts.title': 'Google verwechselt deine Konten',
  'accounts.text':
    'Dieser Browser ist bei mehreren Google-Konten angemeldet, und Google schickt die Seitenleiste zum falschen.',
  'accounts.steps':
    'Öffne diese Tabelle in einem privaten Fenster oder in einem Browserprofil mit nur einem Konto. Deine Unterhaltung wartet dort auf dich.',

  'error.unknown': 'Das hat nicht geklappt|Versuche es gleich noch einmal.',
  'error.NO_KEY': 'Kein API-Schlüssel verbunden|Verbinde einen Schlüssel, um weiterzumachen.',
  'error.MALFORMED_KEY':
    'Das sieht nicht nach einem API-Schlüssel aus|Ein Schlüssel beginnt mit sk_ und endet mit 32 Buchstaben und Ziffern. Kopiere ihn ganz.',
  'error.UNAUTHORIZED':
    'Der Dienst kennt diesen Schlüssel nicht|Vielleicht wurde er gelöscht. Nimm einen anderen.',
  'error.KEY_DISABLED':
    'Dieser Schlüssel ist abgeschaltet|Schalte ihn im Dashboard ein oder nimm einen anderen.',
  'error.GOOGLE_NOT_CONNECTED':
    'Google Tabellen ist nicht mit deinem Konto verbunden|Verbinde es im Dashboard und versuche es dann noch einmal.',
  'error.SPREADSHEET_FORBIDDEN':
    'Dein verbundenes Google-Konto darf diese Tabelle nicht bearbeiten|Gib sie für dieses Konto frei und versuche es dann noch einmal.',
  'error.AGENT_NOT_FOUND': 'Diese Unterhaltung gibt es nicht mehr|Beginne eine neue.',
  'error.SPREADSHEET_NOT_FOUND':
    'Der Dienst findet diese Tabelle nicht|Prüfe, ob es sie noch gibt und ob sie für dein verbundenes Google-Konto freigegeben ist.',
  'error.UNKNOWN_PLATFORM': 'Der Dienst arbeitet nicht mit Google Tabellen|Frage, wer ihn betreibt.',
  'error.NOT_FOUND': 'Der Dienst bietet das nicht an|Vielleicht ist er eine ältere Version.',
  'error.METHOD_NOT_ALLOWED': 'Der Dienst bietet das nicht an|Vielleicht ist er eine ältere Version.',
  'error.UNSUPPORTED_MEDIA_TYPE':
    'Der Dienst hat die Anfrage nicht verstanden|Vielleicht ist er eine ältere Version.',
  'error.AGENT_BUSY': 'In dieser Unterhaltung läuft schon ein Auftrag|Warte auf ihn oder halte ihn an.',
  'error.INVALID_REQUEST': 'Der Dienst hat das nicht angenommen|',
  'error.PAYLOAD_TOO_LARGE': 'Dieser Auftrag ist zu lang|Kürze ihn und sende ihn noch einmal.',
  'error.RATE_LIMIT_EXCEEDED': 'Zu viele Anfragen in einer Minute|Gleich kannst du wieder senden.',
  'error.CONCURRENT_LIMIT_REACHED':
    'Mit diesem Schlüssel laufen zu viele Aufträge|Warte, bis einer endet, und versuche es dann noch einmal.',
  'error.SPENDING_LIMIT_REACHED':
    'Dein Guthaben oder deine Ausgabengrenze ist erreicht|Lade Guthaben auf oder erhöhe die Grenze im Dashboard. Nichts geht verloren.',
  'error.INTERNAL_ERROR':
    'Der Dienst hatte einen eigenen Fehler|Sieh in die Tabelle und versuche es dann noch einmal.',
  'error.UPSTREAM_INVALID_RESPONSE':
    'Google oder das Modell hat dem Dienst falsch geantwortet|Es wurde mehrmals versucht. Versuche es später noch einmal.',
  'error.UPSTREAM_TIMEOUT':
    'Der Dienst hat zu lange auf eine Antwort gewartet|Sieh in die Tabelle, bevor du noch einmal sendest.',
  'error.SERVICE_UNREACHABLE':
    'Der Dienst ist nicht erreichbar|Prüfe, ob er läuft und du online bist, und versuche es dann noch einmal.',
  'error.SERVICE_TIMEOUT':
    'Der Dienst hat nicht rechtzeitig geantwortet|Sieh in die Tabelle, bevor du noch einmal sendest.',
  'error.START_UNKNOWN':
    'Die Antwort auf deinen Auftrag ging verloren|Sieh in die Tabelle, bevor du noch einmal sendest.',
  'error.START_IN_PROGRESS':
    'Ein anderer Auftrag von dir wird gerade gesendet|Versuche es in ein paar Sekunden noch einmal.',
  'error.UNEXPECTED_ANSWER':
    'Der Dienst hat auf eine Art geantwortet, die Rowhand nicht versteht|Vielleicht stimmt die Adresse nicht, oder ein Proxy steht dazwischen.',
  'error.TAB_NOT_FOUND': 'Diesen Tab gibt es nicht mehr|Vielleicht wurde er umbenannt oder gelöscht.',
  'error.RANGE_NOT_FOUND':
    'Diesen Bereich gibt es nicht mehr|Vielleicht wurden Zeilen oder Spalten gelöscht.',
  'error.SHEET_UNAVAILABLE':
    'Google ließ die Seitenleiste diese Tabelle nicht lesen|Lade die Seite neu und öffne die Seitenleiste wieder.',
  'error.TOO_MUCH_TO_SAVE': 'Für mehr ist kein Platz|Entferne zuerst einige gespeicherte Aufträge.',
  'error.NOT_OFFERED': 'Der Dienst bietet das nicht an|Vielleicht ist er eine ältere Version.',
  'error.TURN_NOT_FOUND': 'Diese Runde gibt es nicht mehr|Sie wurde vielleicht gelöscht.',
  'error.NOTHING_TO_UNDO': 'Es gibt nichts mehr rückgängig zu machen|Vielleicht ist es schon geschehen.',
  'error.CHANGES_EXPIRED':
    'Was vorher in den Zellen stand, ist nicht mehr aufbewahrt|Der Versionsverlauf von Google hat es vielleicht noch.',
  'error.UNDO_NOT_FOUND': 'Dieses Rückgängigmachen gibt es nicht mehr|Sehen Sie in der Tabelle nach.',
  'error.PERMISSION_DECIDED': 'Das wurde schon entschieden|Sehen Sie im Gespräch nach.',
  'error.PERMISSION_NOT_FOUND': 'Diese Frage ist nicht mehr offen|Fragen Sie noch einmal danach.',
  'error.BRIDGE_FAILED': 'Google hat die Anfrage nicht weitergegeben|Versuche es gleich noch einmal.',
  'error.BRIDGE_OFFLINE':
    'Du scheinst offline zu sein|Prüfe die Verbindung und versuche es dann noch einmal.',
  'error.BRIDGE_TIMEOUT': 'Google hat nicht geantwortet|Versuche es gleich noch einmal.',
  'error.MULTIPLE_ACCOUNTS':
    'Google verwechselt deine Konten|Öffne diese Tabelle in einem privaten Fenster oder in einem Browserprofil mit nur einem Konto.',
  'error.SESSION_EXPIRED':
    'Deine Google-Sitzung ist abgelaufen|Lade die Seite neu, melde dich an und öffne die Seitenleiste wieder. Deine Unterhaltung bleibt erhalten.',
  'error.status.400': 'Der Dienst hat das nicht angenommen|',
  'error.status.401': 'Der Dienst nimmt diesen Schlüssel nicht an|Nimm einen anderen.',
  'error.status.403':
    'Der Dienst hat das abgelehnt|Vielleicht ist der Schlüssel abgeschaltet, Google Tabellen nicht verbunden oder diese Tabelle nicht für dein verbundenes Konto freigegeben.',
  'error.status.404':
    'Der Dienst findet das nicht|Vielleicht gibt es die Tabelle oder die Unterhaltung nicht mehr.',
  'error.status.409': 'In dieser Unterhaltung läuft schon ein Auftrag|Warte auf ihn oder halte ihn an.',
  'error.status.429': 'Eine Grenze ist erreicht|Versuche es später noch einmal.',
  'error.status.500':
    'Der Dienst hatte einen eigenen Fehler|Sieh in die Tabelle und versuche es dann noch einmal.',
  'error.status.502':
    'Hinter dem Dienst kam eine falsche Antwort|Es wurde mehrmals versucht. Versuche es später noch einmal.',
  'error.status.504':
    'Der Dienst hat zu lange auf eine Antwort gewartet|Sieh in die Tabelle, bevor du noch einmal sendest.',

  'turn.unknown': 'Der Auftrag wurde nicht fertig|Versuche es noch einmal oder sag es anders.',
  'turn.MODEL_ERROR': 'Das Sprachmodell ist ausgefallen|Versuche es noch einmal oder wähle ein anderes.',
  'turn.MODEL_TIMEOUT':
    'Das Sprachmodell hat zu lange gebraucht|Versuche es noch einmal oder wähle ein anderes.',
  'turn.MODEL_REFUSED': 'Das Sprachmodell hat das abgelehnt|Sag es anders.',
  'turn.SHEETS_ERROR': 'Google Tabellen hat ein Problem gemeldet|Versuche es gleich noch einmal.',
  'turn.SPREADSHEET_FORBIDDEN':
    'Der Zugriff auf die Tabelle ging verloren|Gib sie für dein verbundenes Google-Konto frei und versuche es dann noch einmal.',
  'turn.SPREADSHEET_NOT_FOUND': 'Die Tabelle gibt es nicht mehr|Prüfe, ob sie gelöscht wurde.',
  'turn.STEP_LIMIT_REACHED':
    'Das waren zu viele Schritte|Bitte darum, weiterzumachen, oder teile die Arbeit auf.',
  'turn.TIME_LIMIT_REACHED':
    'Das hat zu lange gedauert|Bitte darum, weiterzumachen, oder teile die Arbeit auf.',
  'turn.SPENDING_LIMIT_REACHED':
    'Dein Guthaben oder deine Ausgabengrenze ging zu Ende|Lade auf oder erhöhe die Grenze im Dashboard und bitte dann darum, weiterzumachen.',
  'turn.INTERNAL_ERROR': 'Der Dienst hatte einen eigenen Fehler|Versuche es gleich noch einmal.',

  'changed.nothing': 'In der Tabelle wurde nichts geändert.',
  'changed.maybe': 'Vielleicht wurde die Tabelle geändert.',
  'changed.started': 'Vielleicht hat es begonnen und die Tabelle geändert.',
  'changed.partly': 'Was schon geschrieben wurde, bleibt in der Tabelle.',

  'next.retry': 'Noch einmal',
  'next.sendAgain': 'Noch einmal senden',
  'next.connect': 'Anderen Schlüssel nehmen',
  'next.dashboard': 'Dashboard öffnen',
  'next.newConversation': 'Neue Unterhaltung',
  'next.reopen': 'Laufenden Auftrag zeigen',
  'next.accountsHelp': 'Was tun?',
  'next.goOn': 'Weitermachen',
  'next.in': 'Noch einmal in {n} s',
  'next.edit': 'Auftrag ändern',

  'announce.rows': '{what}: {rows}',
  'announce.started': 'Begonnen.',
  'announce.stopping': 'Hält an.',
  'announce.rejected': 'Nicht begonnen.',
  'announce.done': 'Fertig.',
  'announce.stopped': 'Angehalten.',
  'announce.failed': 'Nicht fertig. Der Grund steht in der Unterhaltung.',
}
