/** The public reads that a page is rendered from: the same calls in-process on the server and over HTTP in the browser. */

import type { Legal, PageSettings } from './admin/settings.ts';
import type { Collection, CollectionCard } from './catalogue/collections.ts';
import type { FacetCounts, FacetQuery, InCards, SpecimenDetail, SpecimenPage, SpecimenQuery } from './catalogue/specimens.ts';
import type { LocalityTopic, SpeciesTopic } from './catalogue/topics.ts';

/** Extras add what their pages read, for the server alone: in the browser they fetch it themselves. */
export interface PublicApi {
  /** GET /api/specimens with a limit. */
  listSpecimens(query: SpecimenQuery): Promise<InCards<SpecimenPage>>;
  /** GET /api/facets. Null, on the server alone: not counted yet, the browser asks itself. */
  countFacets(query: FacetQuery): Promise<FacetCounts | null>;
  /** GET /api/specimens/{id}; throws a Problem `not_found` for an unknown or hidden one. */
  getSpecimen(id: number): Promise<SpecimenDetail>;
  /** GET /api/species/{slug}; throws a Problem `not_found` where the species table has no such name. */
  getSpecies(slug: string): Promise<InCards<SpeciesTopic>>;
  /** GET /api/localities/{id}; throws a Problem `not_found` where visitors see no pieces from there. */
  getLocality(id: number): Promise<InCards<LocalityTopic>>;
  /** GET /api/settings: every setting with its defaults filled in, whether there are collections to show, and whether the shop sends email. */
  getSettings(): Promise<PageSettings>;
  /** GET /api/settings/legal: the texts of the pages shipping, returns and privacy. */
  getLegal(): Promise<Legal>;
  /** GET /api/collections: those of the home page. */
  listCollections(): Promise<CollectionCard[]>;
  /** GET /api/collections/{slug}: a page of one; throws a Problem `not_found` for an unknown or hidden one. */
  getCollection(slug: string, cursor?: string): Promise<InCards<Collection>>;
}
