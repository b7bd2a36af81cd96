/** Drafts of an intake, made as the admin makes them. */
import type { APIRequestContext } from '@playwright/test';
import { shotLabel, shotStone } from './shot-labels.ts';

/** Has labels and stones taken in, and drafts made of them. @returns the intake, and the drafts in their order. */
export async function makeIntakeDrafts(
  request: APIRequestContext,
  count: number,
  first: string,
): Promise<{ intake: number; drafts: number[] }> {
  const post = async (path: string, options: Parameters<APIRequestContext['post']>[1] = {}) => {
    const response = await request.post(path, { timeout: 120_000, ...options });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
  const { numbers }: { numbers: string[] } = await post('/api/manage/label-sheets', {
    data: { count, first },
  });
  const { id } = await post('/api/manage/intakes');
  let second = 0;
  const time = () => {
    second += 1;
    return `2026:11:20 10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
  };
  const send = (name: string, buffer: Buffer) =>
    post(`/api/manage/intakes/${id}/files`, {
      multipart: {
        data: JSON.stringify({ modifiedAt: second }),
        file: { name, mimeType: 'image/jpeg', buffer },
      },
    });
  for (const number of numbers) {
    await send(`${number}-label.jpg`, await shotLabel(number, { time: time() }));
    await send(`${number}.jpg`, await shotStone({ time: time() }));
  }
  const { made } = await post(`/api/manage/intakes/${id}/drafts`);
  return { intake: id, drafts: made };
}
