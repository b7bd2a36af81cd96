/** What its page is rendered from on the server; in the browser it fetches that itself. */
import type { Shelf } from './shelf.ts';

declare module '#contract/api.ts' {
  interface PublicApi {
    /** GET /api/shelf: pieces beside each other. */
    getShelf?(pieces: string): Promise<Shelf>;
  }
}
