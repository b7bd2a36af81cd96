/** The package's own types describe another build. */
declare module 'libheif-js/wasm-bundle.js' {
  type Opaque = object;
  type Channel = {
    id: Opaque;
    width: number;
    height: number;
    stride: number /** A view of WebAssembly's memory. */;
    data: Uint8Array;
  };
  type Failure = { code: Opaque; message?: string };
  const libheif: {
    ready: Promise<unknown>;
    heif_context_alloc(): Opaque;
    heif_context_free(context: Opaque): void;
    heif_context_read_from_memory(context: Opaque, bytes: Uint8Array): Failure;
    heif_js_context_get_primary_image_handle(context: Opaque): Opaque | Failure;
    heif_image_handle_get_width(handle: Opaque): number;
    heif_image_handle_get_height(handle: Opaque): number;
    heif_image_handle_release(handle: Opaque): void;
    heif_js_decode_image2(
      handle: Opaque,
      colours: Opaque,
      chroma: Opaque,
    ): { image: Opaque; channels: Channel[] } | Failure;
    heif_image_release(image: Opaque): void;
    heif_error_code: { heif_error_Ok: Opaque };
    heif_colorspace: { heif_colorspace_RGB: Opaque };
    heif_chroma: { heif_chroma_interleaved_RGB: Opaque };
    heif_channel: { heif_channel_interleaved: Opaque };
  };
  export default libheif;
}
