/** Screen readers speak these names. */
// biome-ignore format: rows as in the periodic table
export const elementNames = {
  H: 'hydrogen', He: 'helium', Li: 'lithium', Be: 'beryllium', B: 'boron', C: 'carbon', N: 'nitrogen', O: 'oxygen', F: 'fluorine',
  Ne: 'neon', Na: 'sodium', Mg: 'magnesium', Al: 'aluminium', Si: 'silicon', P: 'phosphorus', S: 'sulfur', Cl: 'chlorine',
  Ar: 'argon', K: 'potassium', Ca: 'calcium', Sc: 'scandium', Ti: 'titanium', V: 'vanadium', Cr: 'chromium', Mn: 'manganese',
  Fe: 'iron', Co: 'cobalt', Ni: 'nickel', Cu: 'copper', Zn: 'zinc', Ga: 'gallium', Ge: 'germanium', As: 'arsenic', Se: 'selenium',
  Br: 'bromine', Rb: 'rubidium', Sr: 'strontium', Y: 'yttrium', Zr: 'zirconium', Nb: 'niobium', Mo: 'molybdenum',
  Ru: 'ruthenium', Rh: 'rhodium', Pd: 'palladium', Ag: 'silver', Cd: 'cadmium', In: 'indium', Sn: 'tin', Sb: 'antimony',
  Te: 'tellurium', I: 'iodine', Cs: 'caesium', Ba: 'barium', La: 'lanthanum', Ce: 'cerium', Pr: 'praseodymium', Nd: 'neodymium',
  Sm: 'samarium', Eu: 'europium', Gd: 'gadolinium', Tb: 'terbium', Dy: 'dysprosium', Ho: 'holmium', Er: 'erbium', Tm: 'thulium',
  Yb: 'ytterbium', Lu: 'lutetium', Hf: 'hafnium', Ta: 'tantalum', W: 'tungsten', Re: 'rhenium', Os: 'osmium', Ir: 'iridium',
  Pt: 'platinum', Au: 'gold', Hg: 'mercury', Tl: 'thallium', Pb: 'lead', Bi: 'bismuth', Th: 'thorium', U: 'uranium',
} as const;

export type ElementSymbol = keyof typeof elementNames;
