/** A plain table of orders, as long as one wants. */
export const orderRows = (rows: number): (string | number)[][] => [
  ['Order', 'Date', 'Customer', 'Region', 'Qty', 'Price', 'Total'],
  ...Array.from({ length: rows }, (_, index) => [
    `A-${1000 + index}`,
    `2024-0${(index % 9) + 1}-15`,
    ['Acme Ltd', 'Bolt Inc', 'Cargo SA'][index % 3]!,
    ['North', 'South', 'East', 'West'][index % 4]!,
    (index % 7) + 1,
    9.5 + (index % 11),
    `=E${index + 2}*F${index + 2}`,
  ]),
]
