import { promises as fs } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const client = 'dist/client';

/** Writes a brotli and a gzip copy beside every text asset, so that the server never compresses one while a visitor waits. */
async function compressAssets(folder: string) {
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await fs.readFile(file);
    await fs.writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    await fs.writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

export default defineConfig({
  plugins: [react(), tailwindcss()],
  appType: 'custom',
  publicDir: false,
  environments: {
    client: {
      build: { outDir: client, manifest: true, emptyOutDir: true, assetsInlineLimit: 0, rollupOptions: { input: 'web/entry-client.tsx' } },
    },
    ssr: { build: { outDir: 'dist/server', emptyOutDir: true, ssr: true, rollupOptions: { input: 'web/entry-server.tsx' } } },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'ssr'] as const) {
        const environment = builder.environments[name];
        if (!environment) throw new Error(`vite has no ${name} environment`);
        await builder.build(environment);
      }
      await compressAssets(client);
    },
  },
});
