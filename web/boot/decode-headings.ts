/**
 * Decodes the headings' face, which is in the page's styles, before anything is laid out: the browser itself decodes it beside the first frame, and on a busy
 * machine after it, where headings would move. Without scripts that is what happens.
 */
{
  const face = [...(document.styleSheets[0]?.cssRules ?? [])].find((rule) => rule.cssText.includes('data:font')) as
    | CSSFontFaceRule
    | undefined;
  const value = (name: string) => face?.style.getPropertyValue(name) ?? '';
  const [, data = ''] = /base64,([^")]+)/.exec(value('src')) ?? [];
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const family = value('font-family').replaceAll('"', '');
  document.fonts.add(new FontFace(family, bytes, { weight: value('font-weight'), unicodeRange: value('unicode-range') }));
}
