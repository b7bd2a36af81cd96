import type { Certificate } from './certificates.ts';

declare module '#core/contract/api.ts' {
  interface PublicApi {
    /** @throws Problem `not_found` for an unknown code. */
    getCertificate?(code: string): Promise<Certificate>;
  }
}
