/** What permissions read in German: verbs that delete, hide, send, and the words that hold them back. */
import type { Words } from './words.ts'

export const de: Words = {
  spaced: true,
  acts: {
    delete: {
      after:
        'lösche?|löscht|loesche?|entfern|entferne|entfernt|wirf|werft|schmeiß|schmeiße|schmeiss|tilge|streich|streiche|streicht|beseitige|eliminiere|nimm|kick|hau|mach(?= [^.;!?]{1,60} weg)|dedupliziere|bereinige(?= .{0,30}(?:dubletten|duplikate))|kipp|verwirf|verwerfe',
      before:
        'löschen|loeschen|entfernen|rauswerfen|raus ?schmei(?:ß|ss)en|rauslöschen|tilgen|streichen|beseitigen|eliminieren|wegmachen|rausnehmen|herausnehmen|aussortieren|verwerfen|wegwerfen|(?:gelöscht|entfernt|gestrichen|getilgt|aussortiert|rausgenommen) (?:werden|haben|bekommen)|raus|weg|wegfallen|verschwinden|deduplizieren|(?:brauche|brauchen|benötige|benötigen)(?: ich| wir)?(?: die| den| das)? nicht mehr|nicht mehr (?:gebraucht|benötigt|nötig)',
    },
    keep: {
      after:
        'behalte?(?: bitte)? nur|behalten sie nur|lass(?:e|t)?(?: bitte)? nur|nur [^.;!?]{1,60} (?:behalten|stehen lassen|übrig lassen|übriglassen)',
      before: 'nur(?= [^.;!?]{1,60}behalten)',
    },
    clear: {
      after:
        '(?<!(?:die|eine|jede|keine|erste|letzte|nächste|diese|welche) )leere(?= (?:die|den|das|alle|bitte|spalte|zelle|bereich|zeile|[a-z]+\\d|mir|diese))|leer(?= bitte)|setze? [^.;!?]{1,40} zurück',
      before:
        'leeren(?= *(?:[.,;!?]|$|und|bitte))|leer machen|leermachen|ausleeren|geleert|zurücksetzen|leer räumen',
    },
    change: {
      after:
        'änder|ändere|ändert|aktualisiere?|ersetze?|ersetzt|überschreibe?|wandle?|wandelt|konvertiere?|übersetze? (?![^.;!?]{1,80}neue)|runde|rundet|repariere?|korrigiere?|berichtige|bereinige?|säubere?|räum|räume|trimme?|kürze?|vereinheitliche?|normalisiere?|standardisiere?|formatiere [^.;!?]{1,40} um|fülle?|setze?|erhöhe?|erhöht|senke?|verringere|reduziere|multipliziere|teile|dividiere|berechne [^.;!?]{1,40} neu|teile?|trenne?|führe|verbinde|kombiniere?|transponiere?|tausche?|anonymisiere?|pseudonymisiere|schwärze|maskiere?|schreib(?:e)? [^.;!?]{1,60} (?:groß|klein|um)|mach(?:e)? (?!ein|eine|einen|mir)|passe? [^.;!?]{1,40} an|kopiere?|wende|ordne|strukturiere|korrigier|verbessere|ergänze|behebe?|bring(?:e)?',
      before:
        'ändern|aktualisieren|ersetzen|überschreiben|umwandeln|konvertieren|übersetzen|runden|aufrunden|abrunden|reparieren|korrigieren|berichtigen|bereinigen|säubern|aufräumen|trimmen|vereinheitlichen|normalisieren|standardisieren|umformatieren|ausfüllen|auffüllen|füllen|setzen|erhöhen|senken|anheben|verringern|reduzieren|multiplizieren|neu berechnen|aufteilen|trennen|zusammenführen|verbinden|kombinieren|transponieren|tauschen|vertauschen|anonymisieren|schwärzen|umschreiben|anpassen|kopieren|umstrukturieren|verbessern|ergänzen|beheben|umbenennen|großschreiben|kleinschreiben|(?:ersetzt|geändert|korrigiert|aktualisiert|gerundet|erhöht) werden|soll(?:en)? [^.;!?]{1,60} (?:sein|stehen|werden|heißen)',
    },
    put: {
      after: 'schreibe?|schreibt|trage?|tragt|gib|füge?|fügt|notiere?|rechne|berechne|summiere?|markiere?',
      before: 'schreiben|eintragen|einfügen|eingeben|hinzufügen|notieren|berechnen|summieren|markieren',
    },
    move: {
      after: 'verschiebe?|verschieb|verschiebt|schiebe?|versetze|übertrage|archiviere?',
      before: 'verschieben|umziehen|versetzen|übertragen|archivieren',
    },
    hide: {
      after:
        'verstecke?|verbirg|blende(?=[^.;!?]{0,80} aus)|blend(?=[^.;!?]{0,80} aus)|gruppiere(?= [^.;!?]{0,30}(?:zeilen?|spalten?))|klapp',
      before:
        'ausblenden|verstecken|verbergen|ausgeblendet|versteckt|unsichtbar(?: machen)?|einklappen|zuklappen|(?:zeilen?|spalten?)[^.;!?]{0,20} gruppieren',
    },
    filter: {
      after:
        'nur|bloß|lediglich|ausschließlich|nichts (?:als|außer)|filtere?|filter|filtert|zeig(?:e)?(?: mir)?(?: bitte)? nur|beschränke|blende(?=[^.;!?]{0,80} aus)',
      before: 'filtern|herausfiltern|nur [^.;!?]{1,60} (?:anzeigen|zeigen|sehen)|eingrenzen|ausblenden',
    },
    bring: {
      after:
        'importiere?|hole?|lade?|lad|nutze?|benutze?|verwende?|mit|per|über|füge?|zeig(?:e)?|bette?|binde?|baue?|bau|schreib(?:e)?|erstelle?|mach(?:e)?|wandle?|verlinke?|verknüpfe?|trage?|setze?|ergänze?|repariere?|korrigiere?|kopiere?|lies|lege?|gib|klassifiziere|lass(?:e)?',
      before:
        'importieren|holen|laden|nutzen|benutzen|verwenden|einfügen|anzeigen|einbetten|einbinden|schreiben|erstellen|umwandeln|verlinken|verknüpfen|hinzufügen|ergänzen|reparieren|korrigieren|kopieren|abrufen|auslesen|ziehen',
    },
  },
  things: {
    tab: '(?:\\p{L}*)?tabellenbl(?:a|ä)tt(?:er|ern|s|es)?|tabs?|bl(?:a|ä)tt(?:er|ern|s|es)?|arbeitsbl(?:a|ä)tt(?:er|ern|s)?|reiter[ns]?|registerkarten?|sheets?',
    rows: '(?:\\p{L}+)?zeilen?|datens(?:a|ä)tz(?:e|en)?|eintr(?:a|ä)g(?:e|en)?|duplikat(?:e|en)?|dubletten?|doppelten?|doppelte|mehrfach\\p{L}*|leerzeilen',
    columns: '(?:\\p{L}+)?spalten?',
    cells:
      'zellen?|inhalte?|inhalten|werte?|werten|daten|alles|zahlen|felder|feld|ergebnisse|formeln?|bereich|beträge|betrag',
    text: 'leerzeichen|zeichen|symbole?|sonderzeichen|präfix(?:e)?|suffix(?:e)?|umlaute?|zeilenumbrüche|bindestriche?|satzzeichen|buchstaben|ziffern|führenden? nullen|nullen|währungszeichen|wörter|wort|titel|klammern|punkte|kommas?|einheiten|tippfehler',
    look: '(?:spalten)?breiten?|(?:zeilen|spalten)?höhen?|spaltenbreiten?|schrift\\p{L}*|größen?|hintergrund\\p{L}*|ausrichtung|layout|aussehen|design|schöner|hübscher|schön|hübsch|übersichtlich\\p{L}*|lesbar\\p{L}*|(?:größer|kleiner|breiter)(?! als)|formatierung(?:en)?|formate?|bedingte formatierung(?:en)?|farben?|rahmen|hervorhebung(?:en)?|füllung|datenüberprüfung|gültigkeitsregel\\p{L}*|validierung\\p{L}*|dropdown\\p{L}*|kontrollkästchen|filter|notizen|kommentare?|hyperlinks?|links?|gitternetz\\p{L}*',
    chart: 'diagramme?|charts?|grafik(?:en)?|pivot\\p{L}*',
    name: 'benannte[nr]? bereiche?|bereichsnamen?',
    protection: 'blattschutz|schutz|geschützte[nr]? bereiche?|sperre',
  },
  at: 'in|im|auf|aus|von|vom|für|bei|unter|mit|nach|an|am|ins|zu|zum|zur|über|als',
  notBefore:
    'auf keinen fall|keinesfalls|unter keinen umständen|in keinem fall|nicht|ohne|nie|niemals|kein(?:e|en|er)?|statt|anstatt|bevor|vermeide',
  notAfter: 'nicht(?! nur| mehr)|nie|niemals',
  asks: '(?:bitte |hallo |hi |kannst du(?: mir)? |könntest du(?: mir)? |können sie(?: mir)? |und |aber )*(?:erkläre?|erklär|warum|wieso|weshalb|was|welche[rsnm]?|wer|wann|wo|woher|wie(?! wäre)|sag(?:e)? mir|beschreibe?|gibt es|gab es|hast du|hat|wurde|wurden|ist|sind|soll ich|sollen wir|darf ich|muss ich|kann (?:ich|man)|können wir|könnte (?:ich|man)|prüfe?,? (?:ob|warum)|zeig(?:e)? mir,? wie)',
  allTabs:
    '(?:alle|allen|jede[rsnm]?|sämtliche[nr]?|beide[nr]?) (?:\\p{L}+ )?(?:tabs?|blätter[n]?|tabellenblätter[n]?|arbeitsblätter[n]?|reiter[n]?|sheets|tabellenblatt|blatt|tab)|(?:ganze[nr]?|gesamte[nr]?) (?:arbeitsmappe|datei|mappe|dokument)|überall in der (?:datei|mappe)',
  thisTab:
    '(?:dieses|diesen|diesem|dies|das aktuelle|den aktuellen|das offene|aktuelle[sn]?) (?:tab|blatt|tabellenblatt|reiter|sheet)',
  otherTabs:
    '(?:andere[nr]?|übrige[nr]?|restliche[nr]?) (?:tabs?|blätter[n]?|tabellenblätter[n]?|reiter[n]?|sheets)',
  except: 'außer|ausser|bis auf|aber nicht|nur nicht|mit ausnahme (?:von|der|des)',
  everything:
    'alles|überall|alle (?:zellen|werte|spalten|daten|texte|zahlen)|ganze[nrs]? (?:tabelle|tab|blatt|liste)|gesamte[nrs]? (?:tabelle|tab|blatt|liste)|(?:die|diese|der) (?:tabelle|liste)|das (?:blatt|tabellenblatt)',
  links:
    'hyperlinks?|links?|verlink\\p{L}*|verknüpf\\p{L}*|anklickbar\\p{L}*|klickbar\\p{L}*|urls?|webseiten?|internetseiten?',
  images: 'bilder?|bild|fotos?|logos?|icons?|vorschaubilder?|flaggen?',
  ai: 'ki-?(?:funktion|formel)(?:en)?|(?:mit|per|mithilfe von) ki|gemini|=\\s*ai\\s*\\(|ai-?funktion',
  imports:
    'import\\p{L}*|csv|feed|rss|json|webseite|internetseite|url|link|adressen?|https?:|online|aus dem (?:netz|internet|web)|(?:andere[nr]?|zweite[nr]?) (?:tabelle|datei|mappe|spreadsheet)|seite',
  persists:
    'ab jetzt|ab sofort|von nun an|künftig|zukünftig|in zukunft|(?:beim |das )nächste(?:s|n)? mal(?= *[,:]|.{0,60}(?:bitte|immer|nimm|schreib))|merk(?:e|t)? (?:dir|euch)|merken sie sich|präg dir|vergiss (?:das |es )?nicht,? dass|lerne? (?:das|dies),|(?:speicher|speichere|speichert|speichern|erstell|erstelle|erstellen|leg|lege|behalt|behalte|schreib|schreibe|notier|notiere|mach|mache|füge?|ersetze?|aktualisiere?|änder|ändere|lern|lerne)(?: [^.;!?]{1,80}?)? (?:(?:als|einen?|den|diesen?|neuen?|meinen?|unseren?)(?: [\\p{L}-]+){0,3} skill|als (?:\\p{L}+ )?(?:anweisung|anleitung|regel|richtlinie|vorgehen|fähigkeit|arbeitsanweisung)|(?:dauerregel|dauerhafte anweisung)\\p{L}*)',
  white: 'weiß\\p{L}*|weiss\\p{L}*|unsichtbar\\p{L}*',
  goesOn:
    '(?:(?:ok(?:ay)?|ja|jo|gut|genau|klar|passt|super|prima|bitte|danke|einverstanden)[ ,.!]*)+$|(?:ja,? |ok,? |gut,? |dann |bitte |jetzt )*(?:mach(?: das| es| so)?(?: bitte)?(?: weiter)?(?= *(?:[.,;!]|$|aber|ohne|nur))|tu(?: das| es)|weiter|fahr(?:e)? fort|leg los|los|noch ?mal|nochmal|dasselbe|das gleiche|genauso|ausführen|führ(?:e)? (?:es|das|den plan) aus|so machen|setz(?:e)? (?:es|das|den plan) um)',
  source: 'aus|von|vom|mit|anhand|gemäß|laut|gegen|wie in|per',
}
