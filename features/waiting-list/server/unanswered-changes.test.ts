import { expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { IVO, useWaitingShop } from '#tests/support/waiting.ts';

onEveryDatabase((makeDatabase) => {
  const { at, piece, heldPiece, read, settle, wait, specimen } = useWaitingShop(makeDatabase);

  /** A piece that the buyer of an order is asked about. */
  async function askedAbout(): Promise<{ id: number; orderId: number }> {
    const [id, { orderId }] = [await piece(), await heldPiece({ title: 'Beryl' })];
    const { lines, contentsVersion: version } = (
      await at.admin.get(`/api/manage/orders/${orderId}`)
    ).json<OrderDetail>();
    const same = lines.map((line) => ({ id: line.id, price: line.price, quantity: line.quantity }));
    const body = { version, lines: same, added: [{ specimenId: id, quantity: 1 }] };
    const asked = await at.admin.post(`/api/manage/orders/${orderId}/change`, body);
    expect(asked.json<OrderDetail>().proposal?.state).toBe('open');
    return { id, orderId };
  }

  test('the piece of a change that its buyer did not answer in time goes to the next in line', async () => {
    const { id } = await askedAbout();
    const ivo = await wait(id, IVO);
    expect(await read(ivo)).toMatchObject({ state: 'waiting' });
    at.shop.clock.forward({ hours: 73 });
    await settle();
    expect(await read(ivo)).toMatchObject({ state: 'offered' });
    expect(await specimen(id)).toMatchObject({ status: 'pending', available: 0 });
  });

  test('the piece of a change that the owner withdrew goes to the next in line', async () => {
    const { id, orderId } = await askedAbout();
    const ivo = await wait(id, IVO);
    await at.admin.request({ method: 'DELETE', url: `/api/manage/orders/${orderId}/proposal` });
    expect(await read(ivo)).toMatchObject({ state: 'offered' });
  });
});
