/** Feedback: short texts to classify, summarise or translate. */
const DAY = 45748

const TEXTS: [string, number, string][] = [
  ['Blue Harbor', 5, 'Delivery was two days early and everything was packed well. Thank you!'],
  ['Iris Design', 2, 'The chair squeaks since the first week. Support has not answered my mail yet.'],
  ['Cedar Works', 4, 'Good lamp, a bit darker than in the picture.'],
  ['Atelier Dubois', 1, 'Le bureau est arrivé avec un pied cassé. Je voudrais un remboursement.'],
  ['Granite Peak', 5, 'Third order this year and never a problem.'],
  ['Bergwerk', 3, 'Die Tastatur ist in Ordnung, aber die Lieferung hat drei Wochen gedauert.'],
  ['Foxglove Labs', 2, 'I was charged twice for order 1043. Please check.'],
  ['Juniper Health', 4, 'The headset is comfortable. A longer cable would be nice.'],
  ['Solmar', 5, '¡Muy contentos con las mesas! Ya hemos pedido cuatro más.'],
  ['Kestrel Air', 1, 'Wrong colour for the second time. We are cancelling the contract.'],
  ['Lumen Legal', 3, 'Can you invoice us quarterly instead of monthly?'],
  ['Harvest Foods', 5, 'Your fitter was friendly and left the office clean.'],
  ['Elm Street Books', 4, 'Nice notebooks. Do you also have them with dotted pages?'],
  ['Cantina Rossi', 2, 'Il braccio del monitor non regge il peso indicato sulla scatola.'],
  ['Dune Studio', 3, 'The website logged me out while I was paying, the order went through in the end.'],
  ['Alder & Sons', 5, 'Best standing desk we have had. Quiet motor.'],
  ['Hinode', 4, 'とても使いやすい椅子です。色の種類がもっとあると嬉しいです。'],
  ['Northwind', 1, 'Nobody picks up the phone. I need a delivery date today.'],
  ['Porto Craft', 4, 'Boa qualidade, mas a embalagem tem plástico a mais.'],
  ['Fjäll', 2, 'The discount code from your newsletter does not work.'],
]

export const FEEDBACK_ROWS = TEXTS.length

export function feedback(): (string | number)[][] {
  return [
    ['Date', 'Customer', 'Rating', 'Comment'],
    ...TEXTS.map(([customer, rating, text], i) => [DAY + i * 2, customer, rating, text]),
  ]
}
