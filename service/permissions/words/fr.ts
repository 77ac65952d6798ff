/** What permissions read in French: verbs that delete, hide, send, and the words that hold them back. */
import type { Words } from './words.ts'

export const fr: Words = {
  spaced: true,
  acts: {
    delete: {
      after:
        'supprim(?:e|er|ez|ons|es)|efface[rz]?|enlev(?:er|ez)|enlève|retire[rz]?|élimine[rz]?|ôte[rz]?|vire[rz]?|dégage[rz]?|jett?e[rz]?|débarrasse[rz]?(?:-moi)?|dédoublonne[rz]?|dédupliqu?e[rz]?|purge[rz]?|raye[rz]?|écarte[rz]?|fais disparaître|faire disparaître|se débarrasser',
      before:
        '(?:à|être|soient?|doivent être|doit être|faut) (?:supprimé|effacé|enlevé|retiré|éliminé)(?:e|s|es)?|à supprimer|à enlever|(?:n.a|n.ai|n.avons|n.est|ne sont) (?:plus )?(?:besoin|plus utiles?|plus nécessaires?)',
    },
    keep: {
      after:
        '(?:ne )?(?:garde|garder|gardez|conserve|conserver|conservez|laisse|laisser)(?:r|z)? (?:que|seulement|uniquement|juste)|ne (?:garde|garder|gardez|conserve|laisse)[rz]? que',
    },
    clear: {
      after:
        '(?:(?<=^ *)|(?<=[,;:] ?)|(?<=(?:et|puis|tu|vous|veuillez|de|faut|stp|svp) ))(?:vide|vider|videz)(?= (?:la|le|les|l.|tout|toute|cette|ces|ce|mon|ma|mes) ?)|remets? à zéro|réinitialise[rz]?|efface[rz]? le contenu',
    },
    change: {
      after:
        'chang(?:e|er|ez)|modifi(?:e|er|ez)|met(?:s|tre|tez)? à jour|remplace[rz]?|écrase[rz]?|converti(?:s|r|ssez)|tradui(?:s|re|sez)(?! [^.;!?]{1,80} nouvelle)|arrondi(?:s|r|ssez)?|corrige[rz]?|répare[rz]?|nettoie|nettoyer|nettoyez|range[rz]?|uniformise[rz]?|harmonise[rz]?|normalise[rz]?|standardise[rz]?|rempli(?:s|r|ssez)|complète[rz]?|compléter|augmente[rz]?|baisse[rz]?|diminue[rz]?|rédui(?:s|re|sez)|multiplie[rz]?|divise[rz]?|recalcule[rz]?|refai(?:s|re|tes)|sépare[rz]?|fusionne[rz]?|combine[rz]?|transpose[rz]?|échange[rz]?|anonymise[rz]?|masque[rz]?(?= (?:les noms|les données))|réécri(?:s|re|vez)|ajuste[rz]?|adapte[rz]?|copie[rz]?|colle[rz]?|applique[rz]?|met(?:s|tre|tez)? (?!un|une|en forme)|transforme[rz]?|passe[rz]?|réorganise[rz]?|restructure[rz]?|rends?',
      before: '(?:doit|doivent|devrait|devraient) (?:être|devenir|passer)',
    },
    put: {
      after:
        'écri(?:s|re|vez)|saisi(?:s|r|ssez)|note[rz]?|entre[rz]?|insère|insérer|insérez|ajoute[rz]?|inscri(?:s|re|vez)|calcule[rz]?|additionne[rz]?|met(?:s|tre|tez)?|marque[rz]?',
    },
    move: { after: 'déplace[rz]?|transfère|transférer|transférez|archive[rz]?|bouge[rz]?' },
    hide: {
      after:
        'masque[rz]?|cache[rz]?|dissimule[rz]?|repli(?:e|er|ez)|groupe[rz]?(?= [^.;!?]{0,20}(?:lignes?|colonnes?))|rends? [^.;!?]{1,40} invisibles?',
      before: '(?:soient?|être) (?:masqué|caché|invisible)(?:e|s|es)?',
    },
    filter: {
      after:
        'seulement|uniquement|exclusivement|rien que|filtre[rz]?|(?:affiche|montre)[rz]?(?:-moi)? (?:seulement|uniquement|juste|que)|n.(?:affiche|afficher|affichez) que|ne (?:montre|montrer|montrez) que|limite[rz]?|masque[rz]?|restrein(?:s|dre)',
    },
    bring: {
      after:
        'importe[rz]?|récupère|récupérer|récupérez|charge[rz]?|utilise[rz]?|avec|via|par|insère|insérer|insérez|affiche[rz]?|intègre|intégrer|ajoute[rz]?|crée[rz]?|créer|fai(?:s|re|tes)|met(?:s|tre|tez)?|transforme[rz]?|converti(?:s|r)|rends?|écri(?:s|re|vez)|remets?|corrige[rz]?|répare[rz]?|copie[rz]?|étend(?:s|re)|lie[rz]?|va chercher|extrai(?:s|re|yez)|lis|lire|lisez|classe[rz]?',
    },
  },
  things: {
    tab: 'onglets?|feuilles?(?! de calcul)',
    rows: 'lignes?|doublons?|enregistrements?|entrées?|répétitions?',
    columns: 'colonnes?',
    cells:
      'cellules?|contenus?|valeurs?|données|tout|chiffres?|nombres?|champs?|résultats?|formules?|plage|montants?',
    text: 'espaces?|symboles?|caractères?|préfixes?|suffixes?|accents?|sauts de ligne|ponctuation|tirets?|lettres?|chiffres|zéros?|mots?|guillemets|parenthèses|unités?|virgules?|points?',
    look: 'largeurs?|hauteurs?|polices?|tailles?|fonds?|arrière-plans?|alignements?|apparence|jolie?s?|belle?s?|beau|lisibles?|présentables?|mises? en forme(?: conditionnelles?)?|formats?|couleurs?|bordures?|surlignages?|validation\\p{L}*|listes? déroulantes?|cases? à cocher|filtres?|notes?|commentaires?|hyperliens?|liens?|quadrillage',
    chart: 'graphiques?|diagrammes?|courbes?|tableaux? croisés?\\p{L}*',
    name: 'plages? nommées?',
    protection: 'protections?|plages? protégées?',
  },
  at: 'dans|sur|de|du|des|d.|en|pour|avec|à|au|aux|sous|par|chez',
  notBefore:
    'en aucun cas|sous aucun prétexte|ne|n.|sans|jamais|pas|évite[rz]?|au lieu de?|plutôt que|avant de|surtout pas',
  notAfter: 'pas|jamais|aucune?|rien',
  asks: '(?:s.il (?:te|vous) pla[iî]t,? |bonjour,? |salut,? |peux-tu (?:me )?|pouvez-vous (?:me )?|pourrais-tu (?:me )?|et |mais )*(?:explique[rz]?|pourquoi|que|qu.est-ce|quels?|quelles?|qui|quand|où|comment|combien|dis-moi|dites-moi|décri(?:s|re|vez)|est-ce que?|y a-t-il|as-tu|avez-vous|faut-il|dois-je|peut-on|vérifie[rz]? (?:si|pourquoi)|montre-moi comment)',
  allTabs:
    '(?:tous les|toutes les|chaque|l.ensemble des|les deux) (?:\\p{L}+ )?(?:onglets?|feuilles?)|(?:tout le|l.ensemble du) (?:classeur|fichier|document)|partout dans le (?:classeur|fichier)',
  thisTab:
    '(?:cet|cette|l.|la|le) ?(?:onglet|feuille) (?:actuel(?:le)?|active?|ouverte?|courante?)|(?:cet onglet|cette feuille)',
  otherTabs: '(?:autres|reste des) (?:onglets|feuilles)',
  except: 'sauf|excepté|hormis|à part|mais pas|à l.exception (?:de|du|des)',
  everything:
    'tout(?:es?)?|partout|toutes les (?:cellules|valeurs|colonnes|données)|tous les (?:textes|nombres)|tout(?:e)? (?:le tableau|la feuille|l.onglet)|le tableau|ce tableau|la feuille|la liste',
  links: 'hyperliens?|liens?|cliquables?|urls?|sites?(?: web)?|pages? web|lier',
  images: 'images?|photos?|logos?|icônes?|vignettes?|drapeaux?',
  ai: 'fonctions? (?:ia|ai)|formules? (?:ia|ai)|(?:avec|par|via) l.?ia|gemini|=\\s*ai\\s*\\(',
  imports:
    'import\\p{L}*|csv|flux|rss|json|page|site|url|lien|adresses?|https?:|en ligne|sur (?:le web|internet)|autre (?:classeur|fichier|feuille de calcul|document)',
  persists:
    'désormais|dorénavant|à partir de maintenant|à l.avenir|(?:la|les) prochaines? fois(?= *[,:]|.{0,60}(?:utilise|mets|fais))|souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|mémorise[rz]?|n.oublie[rz]? pas que|apprends (?:ça|cela|ceci)|(?:enregistr|sauvegard|gard|conserv|cré|ajout|écri|not|appren|met|remplac|modifi|transform|fai)\\p{L}*(?: [^.;!?]{1,80}?)? (?:comme|en|une?|la|cette|nouvelle)(?: [\\p{L}-]+){0,3} (?:skill|compétence(?!s)|consigne|marche à suivre)|comme (?:règle|consigne|procédure)',
  white: 'blanc(?:s|he|hes)?|invisibles?',
  goesOn:
    '(?:(?:ok|oui|d.accord|bien|parfait|super|merci|vas-y|allez-y|c.est bon)[ ,.!]*)+$|(?:oui,? |ok,? |alors |maintenant )*(?:fais(?:-le)?(?= *(?:[.,;!]|$|mais|sans))|faites-le|vas-y|allez-y|continue[rz]?|poursui(?:s|vez)|encore|recommence[rz]?|pareil|la même chose|idem|exécute[rz]?|lance[rz]?(?:-le)?|applique[rz]? le plan)',
  source: 'depuis|à partir de|avec|selon|d.après|comme dans|via|de|du',
}
