/** What its page is rendered from on the server; in the browser it fetches that itself. */
import type { Certificate } from './certificates.ts';

declare module '#contract/api.ts' {
  interface PublicApi {
    /** GET /api/certificates/{code}; throws a Problem `not_found` for an unknown one. */
    getCertificate?(code: string): Promise<Certificate>;
  }
}
