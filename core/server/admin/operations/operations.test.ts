import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serveMetrics } from '#platform/http/metrics.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { root } from '#tests/support/imports.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { gaugesOf, pathKind } from './gauges.ts';

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
};

const portOf = (server: { address(): AddressInfo | string | null }) =>
  (server.address() as AddressInfo).port;

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test.each([
    ['/livez', 'ok'],
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
    ['/degradedz', 'ok'],
  ])('the probe %s of a running shop returns %s and is not cached', async (path, body) => {
    const response = await shop.app.inject(path);
    expect([response.statusCode, response.body, response.headers['cache-control']]).toEqual([
      200,
      body,
      'no-store',
    ]);
  });

  test('a closing shop responds that it is not ready', async () => {
    const closing = await makeApp(database);
    await closing.app.listen({ port: 0 });
    // A request that is still being sent when closing begins.
    const socket = connect(portOf(closing.app.server), '127.0.0.1');
    const received = text(socket);
    const connected = once(closing.app.server, 'connection');
    socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n');
    await connected;
    const closed = closing.app.close();
    await vi.waitUntil(() => !closing.app.server.listening);
    socket.write('Connection: close\r\n\r\n');
    expect(await received).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\n\r\nclosing$/);
    await closed;
  });

  test('tables that a newer version has widened are served', async () => {
    const other = await makeApp(database);
    const wider = ['9997-wider', '9998-narrower-since-0001'];
    for (const name of wider)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${'2026-11-21'})`.execute(
        database.db,
      );
    for (const path of ['/readyz', '/degradedz'])
      expect((await other.app.inject(path)).statusCode, path).toBe(200);
    for (const name of wider)
      await sql`delete from kysely_migration where name = ${name}`.execute(database.db);
    await other.app.close();
  });

  test('the shop is not ready while a newer version has narrowed the tables, and says why', async () => {
    const other = await makeApp(database);
    const applied = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, ${'2026-11-21'})`.execute(
        database.db,
      );
    await applied('9999-later-since-9998');
    for (const path of ['/readyz', '/degradedz']) {
      const { statusCode, body } = await other.app.inject(path);
      expect([path, statusCode, body]).toEqual([
        path,
        503,
        expect.stringContaining(
          'a newer version has changed the tables so that this one cannot use them: stop this process',
        ),
      ]);
    }
    expect((await other.app.inject('/livez')).statusCode).toBe(200);
    await sql`delete from kysely_migration where name = '9999-later-since-9998'`.execute(
      database.db,
    );
    expect((await other.app.inject('/readyz')).body).toBe('ready');
    await other.app.close();
  });

  test('the probe of a degraded shop writes a row, once a minute at most, and says when it cannot', async () => {
    const other = await makeApp(database);
    const written = async () => {
      expect((await other.app.inject('/degradedz')).body).toBe('ok');
      const row = await database.db
        .selectFrom('markers')
        .select('created_at')
        .where('name', '=', 'last-write-check')
        .executeTakeFirst();
      return row?.created_at;
    };
    const first = other.clock.now().toISOString();
    expect(await written()).toBe(first);
    other.clock.forward({ seconds: 59 });
    expect(await written()).toBe(first);
    other.clock.forward({ seconds: 1 });
    expect(await written()).toBe(other.clock.now().toISOString());
    await sql`alter table markers rename to markers_away`.execute(database.db);
    expect((await other.app.inject('/degradedz')).statusCode).toBe(200);
    other.clock.forward({ minutes: 1 });
    const { statusCode, body } = await other.app.inject('/degradedz');
    expect([statusCode, body]).toEqual([503, 'the database cannot be written']);
    await sql`alter table markers_away rename to markers`.execute(database.db);
    expect((await other.app.inject('/degradedz')).body).toBe('ok');
    expect(other.log.join()).toContain('the database cannot be written');
    await other.app.close();
  });

  test('the probe of a degraded shop writes a file, and says when the store cannot take one', async () => {
    const failures = [
      null,
      Object.assign(new Error('no room'), { code: 'ENOSPC' }),
      new Error('another user’s'),
    ];
    const said: string[] = [];
    for (const failure of failures) {
      const tryWriting = async () => (failure ? Promise.reject(failure) : undefined);
      const other = await makeApp(database, { mediaStore: { ...shop.ctx.mediaStore, tryWriting } });
      said.push((await other.app.inject('/degradedz')).body);
      await other.app.close();
    }
    expect(said).toEqual([
      'ok',
      'photos and videos cannot be stored: the disk is full',
      'photos and videos cannot be stored',
    ]);
  });

  test('metrics count responses by kind of path, and report pending work', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Beryl' }]);
    expect((await shop.visitor().post('/api/orders', directBody(id))).statusCode).toBe(201);
    await shop.app.listen({ port: 0 });
    const errors: unknown[] = [];
    const readings = gaugesOf(shop.ctx);
    const onError = (error: unknown) => errors.push(error);
    const metrics = await serveMetrics({
      host: '127.0.0.1',
      port: 0,
      kindOf: pathKind,
      readings,
      onError,
    });
    const shopUrl = `http://127.0.0.1:${portOf(shop.app.server)}`;
    const metricsUrl = `http://127.0.0.1:${portOf(metrics.server)}`;
    await (await fetch(`${shopUrl}/api/specimens?search=secret`)).text();
    await (await fetch(`${shopUrl}/api/specimens/999`)).text();
    await (await fetch(`${shopUrl}/media/none.jpg`, { method: 'HEAD' })).text();
    const response = await fetch(`${metricsUrl}/metrics`);
    const figures = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(figures).toContain(
      'druse_http_responses_total{kind="api",method="GET",status="200"} 1\n',
    );
    expect(figures).toContain(
      'druse_http_responses_total{kind="api",method="GET",status="404"} 1\n',
    );
    expect(figures).toContain(
      'druse_http_responses_total{kind="media",method="HEAD",status="404"} 1\n',
    );
    expect(figures).toContain('druse_http_response_duration_seconds_count{kind="api"} 2\n');
    expect(figures).toContain('druse_orders_pending 1\n');
    expect(figures).toContain(`druse_info{version="${version}"} 1\n`);
    expect(figures).toContain('druse_media_jobs 0\n');
    expect(figures).toMatch(/process_resident_memory_bytes \d/);
    expect(figures).not.toContain('secret');
    // Prometheus' own check refuses gauges with the ending of a counter.
    const gauges = [...figures.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name);
    expect(gauges.filter((name) => /_(total|count|sum|bucket)$/.test(name ?? ''))).toEqual([]);
    expect(gauges).toContain('nodejs_active_handles');
    expect((await fetch(metricsUrl)).status).toBe(404);
    expect(errors).toEqual([]);
    await metrics.close();
  });

  test('without its database the shop is live and ready, and reports that it is degraded', {
    skip: engine === 'pglite',
  }, async () => {
    const other = await makeDatabase();
    const lost = await makeApp(other);
    await other.close();
    for (const path of ['/livez', '/readyz'])
      expect((await lost.app.inject(path)).statusCode).toBe(200);
    const degraded = await lost.app.inject('/degradedz');
    expect([degraded.statusCode, degraded.body, degraded.headers['retry-after']]).toEqual([
      503,
      'the database is away',
      '5',
    ]);
    const errors: unknown[] = [];
    const readings = gaugesOf(lost.ctx);
    const onError = (error: unknown) => errors.push(error);
    const metrics = await serveMetrics({
      host: '127.0.0.1',
      port: 0,
      kindOf: pathKind,
      readings,
      onError,
    });
    const figures = await (
      await fetch(`http://127.0.0.1:${portOf(metrics.server)}/metrics`)
    ).text();
    expect(figures).toMatch(/process_resident_memory_bytes \d/);
    expect(figures).not.toMatch(/^druse_(orders_pending|mails_waiting|media_jobs) /m);
    expect(errors).toHaveLength(readings.length);
    await metrics.close();
    await lost.app.close();
  });
});
