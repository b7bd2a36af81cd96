import { expect, test } from 'vitest';
import { stableHtml } from './stable-html.ts';

const page = (state: string) =>
  `<html><head><script>a("u:1795264061164")</script></head><body>u:1795264061164<script class="x">${state}</script></body></html>`;

test('the browser fills in times and the last part of the address', () => {
  const state =
    '$_TSR.router=($R=>$R[0]={matches:[{i:"__root__#",u:1795264061164},{i:"#specimen#$specimen#specimen#12-x%20y",u:1795264061165,s:"success"}],q:{dehydratedAt:1795264061164,dataUpdatedAt:1795264061164,errorUpdatedAt:0}})';
  const last = 'encodeURIComponent(decodeURIComponent(location.pathname.split("/")[2]))';
  expect(stableHtml(page(state))).toBe(
    page(
      `$_TSR.router=($R=>$R[0]={matches:[{i:"__root__#",u:+new Date},{i:"#specimen#$specimen#specimen#"+${last},u:+new Date,s:"success"}],q:{dehydratedAt:+new Date,dataUpdatedAt:+new Date,errorUpdatedAt:0}})`,
    ),
  );
});

test.each(['u:1795264061164', 'i:\\"#specimen#$specimen#specimen#12\\"', '\\\\', 'it\'s \\" dataUpdatedAt:1795264061164'])(
  'a text that looks like it stays: %s',
  (text) => {
    const state = `$_TSR.router=($R=>$R[0]={title:"${text}",next:"x"})`;
    expect(stableHtml(page(state))).toBe(page(state));
  },
);

test('other scripts stay as they are', () => {
  const html = page('const state={u:1795264061164}');
  expect(stableHtml(html)).toBe(html);
  const data = '<script type="application/ld+json">{"$_TSR.router=":{u:1795264061164}}</script>';
  expect(stableHtml(data)).toBe(data);
});
