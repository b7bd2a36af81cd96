/** What the facts of a piece are called that structured data name: apart from the fields' table, which visitors would download with them. */
export const factLabels = {
  species: 'Species',
  associates: 'Associated species',
  locality: 'Locality',
  condition: 'Condition',
  disclosures: 'Repairs and treatment',
  fluorescence: 'Fluorescence',
  provenance: 'Former collections',
} as const;
