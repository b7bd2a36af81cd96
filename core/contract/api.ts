/** Pages are rendered from these reads: in-process on the server, over HTTP in the browser. */

import type { Legal, PageSettings } from './admin/settings.ts';
import type { Collection, CollectionCard } from './catalogue/collections.ts';
import type {
  FacetCounts,
  FacetQuery,
  InCards,
  SpecimenDetail,
  SpecimenPage,
  SpecimenQuery,
} from './catalogue/specimens.ts';

/** The server alone has features' reads: in the browser they fetch them themselves. */
export interface PublicApi {
  /** GET /api/specimens with a limit. */
  listSpecimens(query: SpecimenQuery): Promise<InCards<SpecimenPage>>;
  /** GET /api/facets. Null, on the server alone: not counted yet. */
  countFacets(query: FacetQuery): Promise<FacetCounts | null>;
  /** GET /api/specimens/{id}. @throws Problem not_found for an unknown or hidden one. */
  getSpecimen(id: number): Promise<SpecimenDetail>;
  /** GET /api/settings, defaults filled in. */
  getSettings(): Promise<PageSettings>;
  /** GET /api/settings/legal. */
  getLegal(): Promise<Legal>;
  /** GET /api/collections. */
  listCollections(): Promise<CollectionCard[]>;
  /** GET /api/collections/{slug}. @throws Problem not_found for an unknown or hidden one. */
  getCollection(slug: string, cursor?: string): Promise<InCards<Collection>>;
}
