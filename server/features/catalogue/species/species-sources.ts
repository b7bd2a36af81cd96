/** The works that rows of the species table are held against, by the abbreviation that a row uses. */
export const speciesSources = {
  britannica: 'Encyclopædia Britannica, britannica.com',
  hom: 'Handbook of Mineralogy, Mineralogical Society of America, handbookofmineralogy.org',
  metbull: 'Meteoritical Bulletin Database, The Meteoritical Society, lpi.usra.edu/meteor',
  mindat: 'mindat.org, Hudson Institute of Mineralogy',
  wikipedia: 'Wikipedia, the page of that name, wikipedia.org',
} as const;
export type SpeciesSource = keyof typeof speciesSources;
