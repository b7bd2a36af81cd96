import { CERTIFICATE_CODE } from '#features/certificates/contract/certificate-rules.ts';
import { type PaperSize, paperSizes } from '#features/paper/contract/paper-sizes.ts';
import { defined } from '#features/paper/web/paper-search.ts';

/** `codes` are separated by commas. */
export type CertificatesSearch = { codes?: string | undefined; size?: PaperSize | undefined };

export const parseCertificatesSearch = (raw: Record<string, unknown>): CertificatesSearch => {
  const isList =
    typeof raw.codes === 'string' &&
    raw.codes.split(',').every((code) => CERTIFICATE_CODE.test(code));
  return defined({
    codes: isList ? String(raw.codes) : undefined,
    size: paperSizes.find((size) => size === raw.size),
  });
};
