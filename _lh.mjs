import lighthouse from 'lighthouse';
import { launch } from 'chrome-launcher';
const origins = ['http://127.0.0.1:4999', 'http://127.0.0.1:4998'];
const rounds = Number(process.argv[2] ?? 5), path = process.argv[3] ?? '/';
const out = origins.map(() => ({ lcp: [], tbt: [], score: [], bytes: [], long: [] }));
for (let r = 0; r < rounds; r++) for (const [i, o] of origins.entries()) {
  const b = await launch({ chromePath: '/usr/bin/chromium-headless-shell', chromeFlags: ['--no-sandbox', '--headless=new'], logLevel: 'error' });
  const { lhr } = await lighthouse(o + path, { port: b.port, logLevel: 'error', onlyCategories: ['performance'] });
  b.kill();
  const n = (a) => lhr.audits[a]?.numericValue;
  out[i].lcp.push(Math.round(n('largest-contentful-paint'))); out[i].tbt.push(Math.round(n('total-blocking-time'))); out[i].score.push(Math.round(lhr.categories.performance.score * 100)); out[i].bytes.push(n('total-byte-weight'));
  out[i].long.push(Math.round(Math.max(0, ...(lhr.audits['long-tasks']?.details?.items ?? []).map((t) => t.duration))));
}
for (const [i, o] of origins.entries()) console.log(o, JSON.stringify(out[i]));
