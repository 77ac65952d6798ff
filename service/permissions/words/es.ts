/** What permissions read in Spanish: verbs that delete, hide, send, and the words that hold them back. */
import type { Words } from './words.ts'

export const es: Words = {
  spaced: true,
  acts: {
    delete: {
      after:
        'elimin(?:a|ar|e|en|ad|as|ando)|elimín\\p{L}+|borr(?:a|ar|e|en|ad|as)|bórr\\p{L}+|quit(?:a|ar|e|en|ad)|quít\\p{L}+|suprim(?:e|ir|a|an)|remueve|remover|saca[r]?|sáca\\p{L}+|tira[r]?|descart(?:a|ar|e)|deshazte de|depur(?:a|ar|e)|deduplic(?:a|ar)|desech(?:a|ar)|limpia(?= .{0,20}duplicad)',
      before:
        '(?:ser|sean|deben ser|debe ser|estar) (?:eliminad|borrad|quitad|suprimid)[oa]s?|(?:ya )?no (?:necesito|necesitamos|hacen? falta|se necesitan?|sirven?)|sobran?',
    },
    keep: {
      after:
        '(?:conserva|deja|mantén|mantener|dejar|conservar|quédate|guarda)(?:r|me)? (?:solo|sólo|solamente|únicamente|nada más)(?: con)?|(?:solo|sólo|solamente) (?:conserva|deja|mantén)',
    },
    clear: {
      after:
        '(?:(?<=^ *)|(?<=[,;:] ?)|(?<=(?:y|puedes|favor|podrías|luego|de) ))(?:vac[ií]a|vaciar|vacíe)(?= (?:la|el|las|los|toda|todo|columna|esta|este|mi))|vacíal[oa]s?|limpi(?:a|ar|e)(?= (?:la columna|el contenido|las celdas|el rango|todo|la hoja))|pon(?:er)? a cero|reinicia[r]?|resete(?:a|ar)|dej(?:a|ar) (?:en blanco|vací[oa]s?)',
    },
    change: {
      after:
        'cambi(?:a|ar|e|en)|cámbi\\p{L}+|modific(?:a|ar)|modifique|actualiz(?:a|ar)|actualice|reemplaz(?:a|ar)|reemplace|sustitu(?:ye|ir|ya)|sobrescrib(?:e|ir)|convi(?:erte|erta)|convertir|traduc(?:e|ir)(?! [^.;!?]{1,80} nueva)|redonde(?:a|ar|e)|corri(?:ge|ja)|corregir|arregl(?:a|ar|e)|repar(?:a|ar)|limpi(?:a|ar|e)|orden(?:a|ar) los datos|unific(?:a|ar)|normaliz(?:a|ar)|estandariz(?:a|ar)|homogeneiz(?:a|ar)|rellen(?:a|ar|e)|complet(?:a|ar)|aument(?:a|ar|e)|sub(?:e|ir)|baj(?:a|ar)|reduc(?:e|ir)|multiplic(?:a|ar)|divid(?:e|ir)|recalcul(?:a|ar)|rehaz|rehacer|separ(?:a|ar)|fusion(?:a|ar)|combin(?:a|ar)|junt(?:a|ar)|un(?:e|ir)|traspon(?:er)?|transpon(?:er)?|intercambi(?:a|ar)|anonimiz(?:a|ar)|reescrib(?:e|ir)|ajust(?:a|ar)|adapt(?:a|ar)|copi(?:a|ar)|peg(?:a|ar)|aplic(?:a|ar)|pas(?:a|ar)|transform(?:a|ar)|haz(?! un| una| me| [^.;!?]{1,40}(?:vea|luzca|parezca))|reorganiz(?:a|ar)|quit(?:a|ar) los (?:espacios|acentos|símbolos)',
      before: '(?:debe|deben|debería|deberían|tiene que|tienen que) (?:ser|decir|estar|quedar)',
    },
    put: {
      after:
        'escrib(?:e|ir|a)|pon(?:er|ga|me)?|anot(?:a|ar)|introduc(?:e|ir)|insert(?:a|ar)|añad(?:e|ir)|agreg(?:a|ar)|registr(?:a|ar)|calcul(?:a|ar)|sum(?:a|ar)|marc(?:a|ar)|apunt(?:a|ar)',
    },
    move: {
      after:
        'muev(?:e|a)|mover|traslad(?:a|ar)|transfi(?:ere|era)|transferir|archiv(?:a|ar)|pas(?:a|ar)(?= (?:las filas|los registros))',
    },
    hide: {
      after:
        'ocult(?:a|ar|e)|ocúlt\\p{L}+|escond(?:e|er|a)|agrup(?:a|ar)(?= [^.;!?]{0,20}(?:filas?|columnas?))|contrae(?:r)?|haz(?:me)? [^.;!?]{1,40} invisibles?',
      before: '(?:queden?|sean|estén) (?:ocult|escondid|invisible)[oa]?s?',
    },
    filter: {
      after:
        'solo|sólo|solamente|únicamente|exclusivamente|nada más que|filtr(?:a|ar|e)|(?:muestra|muéstrame|mostrar|enséñame|ver) (?:solo|sólo|solamente|únicamente)|(?:solo|sólo) (?:muestra|mostrar|ver)|limit(?:a|ar)|ocult(?:a|ar)|restring(?:e|ir)',
    },
    bring: {
      after:
        'import(?:a|ar|e)|tra(?:e|er|iga)|carg(?:a|ar)|us(?:a|ar|e|ando)|utiliz(?:a|ar)|con|mediante|vía|insert(?:a|ar)|muestra|mostrar|incrust(?:a|ar)|añad(?:e|ir)|agreg(?:a|ar)|cre(?:a|ar)|haz|hacer|pon(?:er|ga)?|conv(?:ierte|ertir)|escrib(?:e|ir)|corri(?:ge|ja)|corregir|arregl(?:a|ar)|copi(?:a|ar)|extiende|enlaz(?:a|ar)|vincul(?:a|ar)|obt(?:én|ener)|extra(?:e|er)|lee|leer|descarg(?:a|ar)|clasific(?:a|ar)',
    },
  },
  things: {
    tab: 'pestañas?|hojas?(?! de cálculo)|solapas?',
    rows: 'filas?|líneas?|registros?|duplicad[oa]s?|repetid[oa]s?|renglon(?:es)?|renglón|entradas?',
    columns: 'columnas?',
    cells:
      'celdas?|contenidos?|valor(?:es)?|datos|todo|números?|cifras?|campos?|resultados?|fórmulas?|rango|importes?|montos?',
    text: 'espacios?|símbolos?|caracter(?:es)?|carácter|prefijos?|sufijos?|acentos?|tildes?|saltos de línea|puntuación|guion(?:es)?|letras?|dígitos?|ceros?|palabras?|comillas|paréntesis|unidades?|comas?|puntos?',
    look: 'anchos?|anchuras?|altos?|alturas?|fuentes?|tamaños?|fondos?|alineación|aspecto|apariencia|mejor|bonit[oa]s?|legibles?|presentables?|formatos?(?: condicional(?:es)?)?|color(?:es)?|bordes?|resaltados?|validación|validaciones|listas? desplegables?|casillas?|filtros?|notas?|comentarios?|hipervínculos?|enlaces?|cuadrícula',
    chart: 'gráfic[oa]s?|diagramas?|tablas? dinámicas?',
    name: 'rangos? (?:con nombre|nombrados?)|intervalos? con nombre',
    protection: 'protecci(?:ón|ones)|rangos? protegidos?',
  },
  at: 'en|de|del|desde|sobre|para|con|a|al|por|bajo|dentro de',
  notBefore:
    'en ningún caso|bajo ningún concepto|de ninguna manera|no|nunca|sin|jamás|evita[r]?|en vez de|en lugar de|antes de|tampoco',
  asks: '(?:¿ ?|por favor,? |hola,? |puedes (?!eliminar|borrar)|podrías (?!eliminar|borrar)|y |pero )*(?:explica(?:me)?|explícame|explicar|por qué|qué|cuáles?|quién(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?|dime|describe|describir|hay|hubo|has|debo|debería|deberíamos|(?:se )?puede(?! (?:eliminar|borrar))|puedo|podemos|es (?:seguro|posible)|comprueba si|revisa (?:si|por qué)|enséñame cómo|muéstrame cómo)',
  allTabs:
    '(?:todas las|cada|ambas|las dos) (?:\\p{L}+ )?(?:hojas?|pestañas?)|todo el (?:libro|archivo|documento)|en todo el (?:libro|archivo)',
  thisTab: '(?:esta|la) (?:hoja|pestaña)(?: (?:actual|activa|abierta))?',
  otherTabs: '(?:otras|demás|restantes) (?:hojas|pestañas)',
  except: 'excepto|salvo|menos|a excepción de|pero no',
  everything:
    'todo|en todas partes|todas las (?:celdas|columnas)|todos los (?:valores|datos|textos|números)|toda la (?:tabla|hoja|lista)|la tabla|esta tabla|la hoja|la lista',
  links: 'hipervínculos?|enlaces?|vínculos?|clicables?|cliqueables?|urls?|sitios? web|páginas? web|links?',
  images: 'imágenes|imagen|fotos?|logos?|íconos?|iconos?|miniaturas?|banderas?',
  ai: 'funci(?:ón|ones) (?:de )?(?:ia|ai)|fórmulas? (?:de )?(?:ia|ai)|con (?:la )?ia|gemini|=\\s*ai\\s*\\(',
  imports:
    'import\\p{L}*|csv|feed|rss|json|página|sitio|url|enlace|direcci(?:ón|ones)|https?:|en línea|de (?:la web|internet)|otr[oa] (?:hoja de cálculo|archivo|libro|documento)',
  persists:
    'a partir de ahora|de ahora en adelante|en adelante(?=,)|en el futuro(?=,)|la próxima vez(?= *[,:]|.{0,60}(?:usa|pon|haz))|recuerda que|recuerda(?=[:,])|recuerda (?:siempre|esto)|recuerde que|acuérdate|memoriz(?:a|ar)|no olvides que|aprende (?:esto|eso)|(?:guard|cre|añad|agreg|escrib|anot|conserv|aprend|haz|actualiz|reemplaz|cambi|convi)\\p{L}*(?: [^.;!?]{1,80}?)? (?:como|en|una?|la|esta|nueva)(?: [\\p{L}-]+){0,3} (?:skill|habilidad(?!es))|como (?:regla|instrucción|procedimiento)',
  white: 'blanc[oa]s?(?! ?;)|invisibles?',
  goesOn:
    '(?:(?:ok|vale|sí|si|bien|perfecto|gracias|de acuerdo|adelante|claro)[ ,.!]*)+$|(?:sí,? |vale,? |ok,? |ahora |entonces )*(?:hazlo|hágalo|adelante|continúa|continuar|sigue|siga|de nuevo|otra vez|lo mismo|igual|ejecuta(?:lo)?|aplica el plan)',
  source: 'desde|a partir de|con|según|usando|mediante|como en|de|del',
}
