/** The rows are in `core/server/catalogue/species`. */

export const crystalSystems = [
  ...([
    'cubic',
    'tetragonal',
    'hexagonal',
    'trigonal',
    'orthorhombic',
    'monoclinic',
    'triclinic',
  ] as const),
  'amorphous',
] as const;
export type CrystalSystem = (typeof crystalSystems)[number];

/** `group`: labels use it where no one has told its members apart, such as tourmaline. */
export const speciesKinds = [
  'mineral',
  'group',
  'mineraloid',
  'rock',
  'meteorite',
  'fossil',
] as const;
type SpeciesKind = (typeof speciesKinds)[number];

/**
 * Nitrates count as carbonates, chromates, molybdates and tungstates as sulfates, arsenates and
 * vanadates as phosphates.
 */
export const mineralClasses = [
  ...([
    'elements',
    'sulfides',
    'halides',
    'oxides',
    'carbonates',
    'borates',
    'sulfates',
    'phosphates',
    'silicates',
  ] as const),
  'organics',
] as const;
export type MineralClass = (typeof mineralClasses)[number];

export const lustres = [
  ...([
    'adamantine',
    'dull',
    'earthy',
    'greasy',
    'metallic',
    'pearly',
    'resinous',
    'silky',
    'submetallic',
    'vitreous',
  ] as const),
  'waxy',
] as const;
type Lustre = (typeof lustres)[number];

/** What an owner must know to avoid harm. */
export const careNotes = {
  acid: 'Damaged by acids, even vinegar.',
  asbestos: 'Its fibers can be asbestos. Don’t break or brush it; keep it in a closed box.',
  crumbles: 'Slowly crumbles to powder. Touch it as little as possible.',
  damp: 'Keep dry. Humid air damages it.',
  dries: 'Loses water in dry or warm air and may crack or crumble.',
  dust: 'Safe to handle, but its dust harms the lungs. Never cut or grind it dry.',
  fibers:
    'Its fibers are as dangerous to breathe as asbestos. Don’t break or brush it; keep it in a closed box.',
  fibrous:
    'Where it is fibrous, it can be asbestos. Don’t break or brush the fibers; keep fibrous pieces in a closed box.',
  fumes: 'Never heat it: the fumes are poisonous.',
  heat: 'Avoid heat and sudden temperature changes.',
  light: 'Strong light fades or changes it. Display it away from windows and bright lamps.',
  radioactive: 'Radioactive. Don’t keep it near beds or seating; ventilate the cabinet.',
  shock: 'Fragile. It breaks or splits easily.',
  tarnish: 'Tarnishes in air.',
  toxic: 'Its dust is toxic. Wash your hands after handling, and never saw or grind it dry.',
  traces:
    'Some pieces are weakly radioactive. Keep them away from beds and seating, and wash your hands after handling.',
  water: 'Dissolves in water. Never wash it.',
} as const;
export type CareNote = keyof typeof careNotes;

export const ultravioletLights = {
  SW: 'short wave (254 nm)',
  MW: 'medium wave (312 nm)',
  LW: 'long wave (365 nm)',
} as const;
export type UltravioletLight = keyof typeof ultravioletLights;

/** Many specimens do not glow, or glow otherwise. */
export type Fluorescence = { light: UltravioletLight; colour: string };

export type Range = { min: number; max: number };

/**
 * Edges in ångström, angles in degrees; `formulaUnits` is Z. Trigonal cells are in hexagonal axes.
 */
export type UnitCell = {
  a: number;
  b: number;
  c: number;
  alpha: number;
  beta: number;
  gamma: number;
  formulaUnits: number;
};

export type Reading = { reference: string; fields: readonly (keyof Species)[] };

export type Species = {
  name: string;
  kind: SpeciesKind;
  /** Null for rocks, meteorites and fossils. */
  class: MineralClass | null;
  /** null where there is none, such as for a rock. */
  formula: string | null;
  system: CrystalSystem | null;
  /** Mohs, 1 to 10. */
  hardness: Range | null;
  /** Grams per cubic centimeter. */
  density: Range | null;
  lustres: readonly Lustre[];
  colours: string | null;
  streak: string | null;
  cleavage: string | null;
  habit: string | null;
  typeLocality: string | null;
  /** Such as `Zeolite`. */
  group: string | null;
  synonyms: readonly string[];
  /** Names spelled otherwise, for search and the form. */
  foreignNames: readonly string[];
  fluorescence: readonly Fluorescence[];
  care: readonly CareNote[];
  cell: UnitCell | null;
  readAgainst: readonly Reading[];
  /** Where sources differ, or a name misleads. */
  differs: string | null;
};

/** A `genus` is one of fossils. */
export const varietyKinds = ['variety', 'trade name', 'genus'] as const;
type VarietyKind = (typeof varietyKinds)[number];

type Inherited = Pick<
  Species,
  'formula' | 'hardness' | 'density' | 'lustres' | 'fluorescence' | 'care'
>;

export type Variety = Inherited & {
  name: string;
  /** The species' name. */
  of: string;
  kind: VarietyKind;
  synonyms: readonly string[];
  foreignNames: readonly string[];
};
