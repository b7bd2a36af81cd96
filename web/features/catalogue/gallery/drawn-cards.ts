/**
 * What a card shows and nothing else needs stands in its markup alone: the page's data go without it, and the browser reads it there before it hydrates the page.
 * A title is in the data too: addresses are made of it.
 */
import type { SpecimenCard } from '#contract/catalogue/specimens.ts';

type List = { specimens: SpecimenCard[] };

/** The data of one query, without what its cards have drawn. */
export function withoutDrawn(data: unknown): unknown {
  const { pages } = (data ?? {}) as { pages?: unknown[] };
  return pages ? { ...(data as object), pages: pages.map(bareList) } : bareList(data);
}

function bareList(data: unknown): unknown {
  const { specimens } = (data ?? {}) as Partial<List>;
  return specimens ? { ...(data as List), specimens: specimens.map(bare) } : data;
}

function bare({ origin, description, main, ...card }: SpecimenCard): object {
  const { alt, ...medium } = main;
  if ('poster' in medium) {
    const { placeholder, ...poster } = medium.poster;
    return { ...card, main: { ...medium, poster } };
  }
  const { placeholder, ...picture } = medium;
  return { ...card, main: picture };
}

/**
 * Fills in what `withoutDrawn` left out.
 * @param data of one query.
 * @returns whether all of it was found: a page that something else has changed meanwhile may have other cards.
 */
export function readDrawn(data: unknown): boolean {
  const { pages: [list] = [data as Partial<List>] } = (data ?? {}) as { pages?: Partial<List>[] };
  const cards = document.querySelectorAll('.specimen-grid>*');
  return (list?.specimens ?? []).every((specimen, index) => {
    const card = cards[index];
    const image = card?.querySelector('img');
    if (!image) return false;
    const textOf = (selector: string) => card?.querySelector(selector)?.textContent ?? '';
    specimen.origin = textOf('p.truncate');
    specimen.description = textOf('.card-more>:nth-child(2)');
    const main = { ...specimen.main, alt: image.alt };
    const placeholder = image.style.backgroundImage.slice('url("'.length, -'")'.length);
    specimen.main = 'poster' in main ? { ...main, poster: { ...main.poster, placeholder } } : { ...main, placeholder };
    return true;
  });
}
