import type { Shelf } from './shelf.ts';

declare module '#core/contract/api.ts' {
  interface PublicApi {
    getShelf?(pieces: string): Promise<Shelf>;
  }
}
