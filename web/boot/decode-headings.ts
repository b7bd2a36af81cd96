/**
 * Decodes the headings' face, which is in the page's styles, before anything is laid out: the browser itself decodes it beside the first frame, and on a busy
 * machine after it, where headings would move. Without scripts that is what happens, and where a script cannot hand a face to the browser.
 */
{
  const rules = [...(document.styleSheets[0]?.cssRules ?? [])] as CSSFontFaceRule[];
  const style = rules.find(({ cssText }) => cssText.includes('data:font'))?.style;
  // An error here would take with it what stands behind it in the same script, which loads all others.
  if (style && 'FontFace' in window) {
    const value = (name: string) => style.getPropertyValue(name);
    const [, data = ''] = /base64,([^")]+)/.exec(value('src')) ?? [];
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const family = value('font-family').replaceAll('"', '');
    document.fonts.add(new FontFace(family, bytes, { weight: value('font-weight'), unicodeRange: value('unicode-range') }));
  }
}
