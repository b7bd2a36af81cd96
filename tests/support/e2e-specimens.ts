/** What the admin's tests work with: pictures made for the occasion, and specimens that each test adds for itself. */
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import type {
  Specimen,
  SpecimenDetail,
  SpecimenInput,
} from '#core/contract/catalogue/specimens.ts';
import { expect } from './e2e.ts';

export type PictureFile = { name: string; mimeType: string; buffer: Buffer };

let made = 0;

/** A small JPEG unlike every other: the shop keeps equal files once. */
export async function pictureFile(name: string): Promise<PictureFile> {
  made += 1;
  const seed = (Date.now() + process.pid * 7_919 + made * 104_729) % 0xffffff;
  const background = { r: seed & 255, g: (seed >> 8) & 255, b: seed >> 16 };
  const comment = `<svg width="60" height="45"><rect width="${1 + (made % 59)}" height="${1 + (seed % 43)}" fill="white"/></svg>`;
  const buffer = await sharp({ create: { width: 60, height: 45, channels: 3, background } })
    .composite([{ input: Buffer.from(comment), left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** The first piece of the demo collection that a search finds. */
export async function demoPiece(request: APIRequestContext, search: string): Promise<Specimen> {
  const [specimen] = (await (
    await request.get('/api/specimens', { params: { search } })
  ).json()) as Specimen[];
  if (!specimen) throw new Error(`The demo collection has no ${search}`);
  return specimen;
}

/** A title that no other run of the same test has given. */
export const titled = (words: string) => `${words} ${Date.now().toString(36)}`;

/** Adds a specimen through the API with the browser's own cookies; it must be the admin's. */
export async function addSpecimen(
  context: BrowserContext,
  fields: Partial<SpecimenInput> & { title: string },
  images: string[] = [],
): Promise<SpecimenDetail> {
  const form = new FormData();
  form.append(
    'data',
    JSON.stringify({ category: 'Minerals', description: 'Made for a test.', ...fields }),
  );
  const append = async (part: string, name: string) => {
    const { buffer, mimeType } = await pictureFile(name);
    form.append(part, new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  };
  await append('image', 'front.jpg');
  for (const name of images) await append('images', name);
  const response = await context.request.post('/api/specimens', { multipart: form });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/** As the admin has it now. */
export async function readSpecimen(context: BrowserContext, id: number): Promise<SpecimenDetail> {
  return (await context.request.get(`/api/specimens/${id}`)).json();
}
