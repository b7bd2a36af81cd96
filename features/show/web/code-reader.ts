type Reader = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type ReaderClass = {
  new (options: { formats: 'qr_code'[] }): Reader;
  getSupportedFormats?(): Promise<readonly string[]>;
};

/** @throws where the reader could not be fetched. */
export async function openReader(): Promise<Reader> {
  const Native = (globalThis as unknown as { BarcodeDetector?: ReaderClass }).BarcodeDetector;
  // Some browsers have the class and no format behind it.
  const formats = await Native?.getSupportedFormats?.().catch(() => []);
  if (Native && (formats as readonly string[] | undefined)?.includes('qr_code'))
    return new Native({ formats: ['qr_code'] });
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // From our own assets; left alone, the library would ask a foreign host.
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  return new (BarcodeDetector as ReaderClass)({ formats: ['qr_code'] });
}
