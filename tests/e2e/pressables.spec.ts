import { expect, test } from '#tests/support/e2e.ts';
import { rememberListeners, walkPressables } from './pressables.ts';

const made = `<!doctype html><title>Made up</title><link rel="icon" href="data:,">
<style>
  body > * { margin: 0 0 20px }
  .box { display: block; width: 160px; height: 40px; padding: 0 }
  .pointer { cursor: pointer }
  .lid { position: absolute; inset: 0 }
</style>
<div style="position: relative; width: 160px"><a class="box" href="/">Covered</a><div class="lid"></div></div>
<div class="box pointer">Dead</div>
<div class="box pointer heard">Heard</div>
<button style="width: 20px; height: 20px; padding: 0">S</button>
<label class="box">Large by its label <input type="checkbox"></label>
<article><img class="box" alt="A stone"><a class="box" href="/">To the stone</a></article>
<article><a class="box" href="/"><img class="box" alt="A linked stone"></a></article>
<p>A sentence may have <a href="/">a link</a> in it.</p>
<p><a href="/">Alone</a></p>
<button class="box">Fine</button>
<script>document.querySelector('.heard').addEventListener('click', () => {})</script>`;

test('the walk finds pressable things that are covered, dead or small, and nothing else', async ({
  page,
}) => {
  const path = '/a-made-up-page';
  await page.route(path, (route) => route.fulfill({ contentType: 'text/html', body: made }));
  await page.addInitScript(rememberListeners);
  await page.goto(path);
  const { count, failures } = await page.evaluate(walkPressables, undefined);
  expect(failures.map((line) => line.replace(/ is \d+ × \d+ px$/, ''))).toEqual([
    'covered: <a.box> "Covered" in its middle, by <div.lid> ""',
    'small: <button> "S"',
    'small: <a> "Alone"',
    'dead: <div.box.pointer> "Dead" has the pointer of a link and answers no press in its middle, by <div.box.pointer> "Dead"',
    'dead: <img.box> "A stone" is the photo of a card and does not open it in its middle, by <img.box> "A stone"',
  ]);
  expect(count).toBeGreaterThanOrEqual(11);
});
