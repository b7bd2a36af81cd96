import type { InCards } from '#core/contract/catalogue/specimens.ts';
import type { LocalityTopic, SpeciesTopic } from './topics.ts';

declare module '#core/contract/api.ts' {
  interface PublicApi {
    /** @throws Problem `not_found` where the species table has no such name. */
    getSpecies?(slug: string): Promise<InCards<SpeciesTopic>>;
    /** @throws Problem `not_found` where visitors see no pieces from there. */
    getLocality?(id: number): Promise<InCards<LocalityTopic>>;
  }
}
