/** A kennel: stays, owners and visits to the vet. */
export const kennel = () => [
  {
    title: 'Stays',
    rows: [
      ['Dog', 'Owner', 'In', 'Out', 'Fee', 'Paid', 'Weight', 'Remark'],
      ['Rex', 'Ada Bell', '2026-10-01', '2026-10-05', 80, 80, '12 kg', 'barks'],
      ['Fips', 'Bo Cole', '2026-10-03', '2026-10-17', 280, 100, '7 kg', ''],
      ['Luna', 'Cy Dane', '2026-11-15', '', 60, '', '31 kg', 'Shy'],
      ['Otto', 'Ada Bell', '2026-11-18', '2026-11-20', 40, '', '9 kg', ''],
    ],
  },
  {
    title: 'Owners',
    rows: [
      ['Owner', 'Rate', 'Town'],
      ['Ada Bell', 20, 'Ely'],
      ['Bo Cole', 25, 'Ware'],
      ['Cy Dane', 30, 'Ely'],
    ],
  },
  {
    title: 'Visits',
    rows: [
      ['Dog', 'Cost'],
      ['Rex', 30],
      ['Rex', 45],
      ['Luna', 20],
    ],
  },
]
