/** What the walk of pressable things visits: every page of the page table, with real pieces, and what can be opened there. */
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import type { OtherMails } from '#core/contract/messages/mails.ts';
import { buyer, expect, placeOrder } from '#tests/support/e2e.ts';
import { demoPiece } from '#tests/support/e2e-specimens.ts';
import { makeIntakeDrafts } from '#tests/support/intake-drafts.ts';
import { type Row, shuffledStatement, venmoStatement } from '#tests/support/statements.ts';

/** Something to open on the page. */
export type Opening = {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** Words that it shows once all has arrived, if it asks the shop for something. */
  shows?: string[];
  /** The part of the page to look at then. */
  within?: string;
};

export type Visit = {
  path: string;
  /** By default, a visitor with an empty cart. The buyer has a full cart and an order. */
  as?: 'buyer' | 'owner';
  /** Words that it shows, in text or in fields, once all has arrived. Without them, the visit fails. */
  shows: [string, ...string[]];
  openings?: Opening[];
};

/** Pieces of the demo collection, each with its status or kind of video. */
export type DemoPieces = Record<
  'available' | 'second' | 'third' | 'fourth' | 'pending' | 'sold' | 'video' | 'turn',
  Specimen
>;

/** By name: other tests of the same shop add newer pieces. */
export const demoPieces = async (request: APIRequestContext): Promise<DemoPieces> => ({
  available: await demoPiece(request, 'amethyst las vigas'),
  second: await demoPiece(request, 'wulfenite los lamentos'),
  third: await demoPiece(request, 'aquamarine shigar'),
  fourth: await demoPiece(request, 'fluorite rogerley'),
  pending: await demoPiece(request, 'elbaite pederneira'),
  sold: await demoPiece(request, 'calcite elmwood'),
  video: await demoPiece(request, 'sapphire ratnapura'),
  turn: await demoPiece(request, 'pyrite navajun'),
});

/** The dialog that a press opens, by the name of what is pressed. */
const dialog = (name: string | RegExp, ...shows: string[]): Opening => ({
  name: `“${name}” open`,
  shows,
  open: async (page) => {
    const main = page.getByRole('main');
    const button = main.getByRole('button', { name }).first();
    if (!(await button.isVisible())) {
      const folded = main.getByRole('button', { name, includeHidden: true }).first();
      await folded.evaluate((element) => element.closest('details')?.setAttribute('open', ''));
    }
    await button.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
});
const pressed = (name: string | RegExp, within?: string): Opening => ({
  name: `“${name}” pressed`,
  open: (page) => page.getByRole('button', { name }).first().click(),
  ...(within && { within }),
});

/** Already shown at some widths, or opened by an earlier visit. */
const pressedIfShown = (name: string): Opening => ({
  name: `“${name}” pressed`,
  open: async (page) => {
    const button = page.getByRole('button', { name }).first();
    if (await button.isVisible()) await button.click();
  },
});

/** Wide screens show the menu's links in the header. */
const menu: Opening = {
  name: 'menu open',
  open: async (page) => {
    const button = page.locator('header summary');
    if (await button.isVisible()) await button.click();
  },
  within: 'header',
};
const login: Opening = {
  name: 'login open',
  open: async (page) => {
    const button = page.getByRole('banner').getByRole('button', { name: 'Admin Login' });
    if (!(await button.first().isVisible())) await page.locator('header summary').click();
    await button.filter({ visible: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
};
/** The cart, with the words of what the shop says of it. */
const cart = (words: string): Opening => ({
  name: 'cart open',
  shows: [words],
  open: async (page) => {
    await page.getByRole('button', { name: /^Cart, / }).click();
    await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
  },
});
const search: Opening = {
  name: 'search open',
  open: async (page) => {
    const button = page.getByRole('button', { name: 'Open search' });
    if (await button.isVisible()) await button.click();
    await page.getByRole('combobox', { name: 'Search specimens' }).fill('quartz');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  // The suggestions cover the rest of the header.
  within: 'header :is(search, [role=search])',
};
/** What a card shows on hover. */
const hovered: Opening = {
  name: 'card pointed at',
  open: (page) => page.locator('.specimen-card').first().hover(),
  within: '.specimen-card',
};

/** The core visits of a visitor, which every change is tested with. The buyer has `available` in the cart at another price, and `second`. */
export const coreVisits = ({ available, second, video, turn, sold, pending }: DemoPieces) =>
  ({
    home: [
      {
        path: '/',
        shows: ['Our Specimen Gallery', 'Skip the list', 'Featured Collections'],
        openings: [hovered, menu, search, login],
      },
      { path: '/?search=quartz', shows: ['Search Results: "quartz"', 'Quartz, Mount Ida'] },
      { path: '/?search=no-such-stone', shows: ['No matches found', 'View all specimens'] },
    ],
    specimen: [
      {
        path: `/specimen/${available.id}`,
        shows: [available.title, 'Buy Now with Venmo'],
        openings: [cart('Your cart is empty')],
      },
      { path: `/specimen/${video.id}`, shows: [video.title, 'Buy Now with Venmo'] },
      { path: `/specimen/${turn.id}`, shows: [turn.title, 'Drag to turn'] },
      { path: `/specimen/${sold.id}`, shows: [sold.title, 'This specimen has been sold.'] },
      { path: `/specimen/${pending.id}`, shows: [pending.title, 'This specimen is pending sale.'] },
      {
        path: `/specimen/${available.id}`,
        as: 'buyer',
        shows: [available.title, 'Added to Cart'],
        openings: [cart('The price is now')],
      },
    ],
    checkout: [
      { path: '/checkout', shows: ['Your Cart is Empty'] },
      {
        path: '/checkout',
        as: 'buyer',
        shows: ['Order Summary', second.title, 'Complete Order', 'The price is now'],
      },
    ],
  }) satisfies Record<string, Visit[]>;

export type Prepared = DemoPieces & {
  /** The buyer's pending order. */
  order: number;
  paid: number;
  /** Sold by hand, and without an invoice. */
  uninvoiced: number;
  certificate: string;
  intake: number;
  waiting: string;
  follow: string;
  locality: string;
};

/** The path of the link in the latest email of a kind. */
async function linkIn(owner: APIRequestContext, kind: string): Promise<string> {
  const { mails }: OtherMails = await (await owner.get('/api/mails')).json();
  const text = mails.find((mail) => mail.kind === kind)?.text ?? '';
  return /\/(in-line|follow)#\S+/.exec(text)?.[0] ?? '';
}

/** Fills a shop of its own, so that every page shows something. */
export async function prepareShop(
  owner: BrowserContext,
  buyers: BrowserContext,
): Promise<Prepared> {
  const pieces = await demoPieces(owner.request);
  const send = async (method: 'post' | 'put', path: string, data: unknown) => {
    const response = await owner.request[method](path, { data });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response;
  };
  const settings = await (await owner.request.get('/api/settings')).json();
  const legal = { shipping: 'In three days.', returns: 'In 14 days.', privacy: 'Nothing is sold.' };
  await send('put', '/api/settings/legal', { ...settings.legal, ...legal });

  const { id: order } = await placeOrder(buyers, [pieces.second]);
  const { id: paid } = await placeOrder(buyers, [pieces.third]);
  await send('put', `/api/orders/${paid}/status`, { status: 'paid' });
  const { lines } = await (await owner.request.get(`/api/orders/${paid}`)).json();
  const made = await send('post', `/api/manage/orders/${paid}/certificates`, {
    lines: lines.map((line: { id: number }) => line.id),
  });
  const [{ code }] = (await made.json()).certificates;
  await send('put', '/api/settings/paper', { sellerAddress: '12 Vein Street' });
  await send('post', '/api/manage/invoices', { orders: [paid] });
  const byHand = { specimenId: pieces.fourth.id, price: '10.00', customerName: buyer.name };
  const { id: uninvoiced } = await (
    await send('post', '/api/manage/sales', { ...byHand, status: 'paid' })
  ).json();

  const { values } = await (await owner.request.get('/api/manage/species/fluorite')).json();
  const corrected = { ...values, habit: 'Cubes with rounded edges' };
  await send('put', '/api/manage/species/fluorite', { values: corrected, source: 'Seen by us' });
  const added = { name: 'Kryptolith', of: null, values: { ...values, synonyms: [] }, source: '' };
  await send('post', '/api/manage/species', added);

  const page = await buyers.newPage();
  await page.goto(`/ask/${pieces.available.id}`);
  const form = page.getByRole('form');
  await form.getByLabel('Your Name').fill(buyer.name);
  await form.getByLabel('Email').fill(buyer.email);
  await form.getByLabel('Your Question').fill('Is the tip complete?');
  await page.getByRole('button', { name: 'Send question' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Question sent' })).toBeVisible();
  await page.goto(`/wait/${pieces.pending.id}`);
  await form.getByLabel('Email').fill(buyer.email);
  await page.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible();
  await page.goto('/follow?species=fluorite');
  await form.getByLabel('Email').fill(buyer.email);
  await page.getByRole('button', { name: 'Email me new pieces' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible();
  await page.goto(`/specimen/${pieces.turn.id}`);
  await page
    .getByRole('button', { name: /^Add to favorites/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Remove from favorites/ })).toBeVisible();
  const place = page.getByRole('main').locator('a[href^="/locality/"]').first();
  const locality = (await place.getAttribute('href')) ?? '';
  await page.close();

  const { intake } = await makeIntakeDrafts(owner.request, 1, 'K-1');
  const waiting = await linkIn(owner.request, 'waiting_question');
  const follow = await linkIn(owner.request, 'follow_question');
  return {
    ...pieces,
    order,
    paid,
    uninvoiced,
    certificate: code,
    intake,
    waiting,
    follow,
    locality,
  };
}

/** The parts of Settings: the hash of each one's link, and what it shows. */
const SECTIONS: Record<string, Visit['shows']> = {
  general: ['Site Tagline', 'Druse'],
  visibility: ['The large dark opening of the home page.'],
  hero: ['Discover the Beauty of', 'Button Link'],
  gallery: ['Our Specimen Gallery', 'Cabinet up to (mm)'],
  collections: ['Featured Collections', 'Manage Collections'],
  footer: ['About Us', 'Add to Categories'],
  'texts-for-buyers': ['In three days.'],
  social: ['https://instagram.example/druse', 'Save Social Links'],
  about: ['Blank lines separate paragraphs.'],
  venmo: ['druse-demo', 'Save Venmo Settings'],
  shipping: ['500.00', 'Free shipping at'],
  orders: ['Hold time (hours)', 'Old orders'],
  paper: ['Paper size for slips and invoices', 'Code Word'],
  password: ['You are logged in as admin.', 'Change Password'],
  passkeys: ['Name of a new passkey', 'Add a passkey'],
  sessions: ['this one'],
  activity: ['Logged in'],
  backup: ['Download backup'],
  'export-and-import': ['Choose a file', 'Export with photos', 'Download for WooCommerce'],
  'buyer-data': ['Email address', 'Look up'],
  copies: ['Add a place', 'Make the key'],
  'old-addresses': ['Choose the sheet', '0 addresses so far'],
  email: ['Send a test email', 'Will emails arrive?'],
  'sent-emails': ['Confirm: email me new pieces'],
  alerts: ['If email is broken, tell me by', 'Ask this address'],
  health: ['PUBLIC_URL is not set'],
};

/** A statement that pays one order beyond doubt and perhaps another, chosen as the owner does. */
const statementRead = (rows: Row[]): Opening[] => {
  const read = (name: string, text: string, words: string): Opening => ({
    name,
    open: async (page) => {
      const buffer = Buffer.from(text);
      await page
        .getByLabel('Statement', { exact: true })
        .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer });
      await expect(page.getByRole('heading', { name: words })).toBeVisible();
    },
  });
  return [
    // Its columns are remembered once they are chosen, which nobody does here.
    read(
      'statement of another app read',
      shuffledStatement(rows).replace(';ID;', ';Reference;'),
      'Which column is which?',
    ),
    read('statement read', venmoStatement(rows), 'Unclear'),
  ];
};

/** What somebody at a show has on the device. */
const takenAlong: Opening = {
  name: 'pieces downloaded',
  open: async (page) => {
    const device = page.getByRole('region', { name: 'On this device' });
    // At the next width they are there already.
    const download = device.getByRole('button', { name: 'Download my pieces' });
    if (await download.isVisible()) {
      await download.click();
      await device.getByRole('button', { name: 'Download', exact: true }).click();
    }
    await expect(device).toContainText(', as of ');
    await expect(page.getByRole('searchbox', { name: 'Number or title' })).toBeVisible();
  },
};
const atTheTable = (title: string): Opening => ({
  name: 'piece sold at the table',
  open: async (page) => {
    await page.getByRole('searchbox', { name: 'Number or title' }).fill(title);
    const pieces = page.getByRole('region', { name: 'Pieces', exact: true });
    await pieces.getByRole('button', { name: title }).click();
    await page.getByRole('button', { name: 'Sold here' }).click();
    await expect(page.getByLabel('Price paid')).toBeVisible();
  },
});

/** All other pages, by their names in the page table. A page that is missing here fails the walk. */
export const otherVisits = (shop: Prepared): Record<string, Visit[]> => {
  const { available, second, third, fourth, pending, video, turn } = shop;
  const { order, paid, uninvoiced, certificate, intake } = shop;
  const pieces = [available.id, video.id, turn.id].join(',');
  const sees = (path: string, shows: Visit['shows'], ...openings: Opening[]): Visit => ({
    path,
    shows,
    openings,
  });
  const owners = (...visit: Parameters<typeof sees>): Visit => ({ ...sees(...visit), as: 'owner' });
  const onSale: Visit['shows'] = [available.title, 'Buy Now with Venmo'];
  const manage: Visit['shows'] = ['K-1', available.title];
  const pendingOrder: Visit['shows'] = [`Order #${order}`, second.title, 'Waiting for payment'];
  const paidOrder: Visit['shows'] = [`Order #${paid}`, third.title, 'Ready to pack and ship'];
  const statement = [
    { id: '11', note: `Order #${order}`, from: buyer.name, amount: `+ $${second.price}` },
    { id: '12', note: 'rent', from: 'A neighbour', amount: '+ $800.00' },
  ];
  return {
    home: [
      sees('/?category=Gemstones&sort=price-up', ['Clear all', 'Rubellite, trillion 3.87 ct']),
      sees('/?search=quartz#gallery', ['Search Results: "quartz"', 'Quartz, Mount Ida'], {
        name: 'filters open',
        open: (page) => page.locator('main summary').first().click(),
      }),
      sees(`/?specimen=${available.id}`, onSale, pressed(/^Buy Now/)),
      owners('/', ['Upload Specimens', available.title], menu),
    ],
    specimen: [
      sees(`/specimen/${available.id}`, onSale, {
        name: 'photo enlarged',
        open: async (page) => {
          await page
            .getByRole('link', { name: /^Enlarge/ })
            .first()
            .click();
          await expect(page.getByRole('dialog', { name: /enlarged$/ })).toBeVisible();
        },
        within: '.pswp',
      }),
      sees(`/specimen/${available.id}`, onSale, pressed(/^Buy Now/)),
      sees(`/specimen/${available.id}`, onSale, dialog('Actual size')),
      sees(`/specimen/${turn.id}`, [turn.title, 'Drag to turn'], pressed('Drag to turn')),
      sees('/specimen/abc', ['Invalid Specimen ID', 'Return to Gallery']),
      sees('/specimen/999999', ['Error Loading Specimen', 'Return to Gallery']),
      owners(`/specimen/${available.id}`, onSale),
    ],
    species: [sees('/species/quartz', ['SiO2', 'Varieties', 'Quartz, Mount Ida'])],
    locality: [sees(shop.locality, ['Found here', turn.title])],
    collection: [sees('/collection/crystals', ['Crystal Collection', available.title])],
    ask: [sees(`/ask/${available.id}`, [available.title, 'Send question'])],
    orderConfirmation: [
      {
        path: `/order-confirmation/${order}`,
        as: 'buyer',
        shows: [`Your order #${order} has been received`, second.title, 'Keep this link'],
      },
    ],
    shipping: [sees('/shipping', ['In three days.'])],
    returns: [sees('/returns', ['In 14 days.'])],
    privacy: [sees('/privacy', ['Nothing is sold.'])],
    upload: [owners('/upload', ['Add New Specimen', 'Choose the main image', 'Use next: K-2'])],
    manage: [
      sees('/manage', ['Administrator Login', 'Demo credentials']),
      owners('/manage', manage, menu, dialog(/^Delete Permanently/), {
        name: 'pieces selected',
        open: async (page) => {
          await page.getByRole('button', { name: 'Select', exact: true }).click();
          await page.getByRole('button', { name: /^Select all/ }).click();
        },
      }),
      owners('/manage', manage, {
        name: 'tools open',
        open: async (page) => {
          const button = page.getByRole('button', { name: 'Filters' });
          if (await button.isVisible()) await button.click();
          await page.getByRole('button', { name: 'Tools' }).click();
          await page.getByRole('button', { name: 'First steps' }).click();
        },
        shows: ['The demo collection is still here.'],
      }),
      owners('/manage', manage, dialog(/^Sell or hold by hand/)),
      owners('/manage?step=overview', ['Go on: Name and logo', 'Change Password']),
    ],
    manageCollections: [
      owners('/manage/collections', ['Crystal Collection', 'By a rule'], dialog(/^Delete Crystal/)),
    ],
    manageSpecies: [
      owners('/manage/species', ['Fluorite', 'Corrected', 'Kryptolith', 'Added']),
      owners('/manage/species?search=quartz', ['Milky quartz', 'Variety of Quartz']),
      owners('/manage/species?edit=fluorite', ['Cubes with rounded edges', 'Seen by us']),
      owners('/manage/species?edit=new', ['Add a Species', 'Variety of']),
    ],
    today: [owners('/today', ['Orders to pack', 'Questions', 'New orders', `Order #${order}`])],
    orders: [
      owners('/orders', ['Customer Orders', second.title], dialog(/^Delete order/)),
      owners('/orders', ['Customer Orders', second.title], {
        name: 'tools open',
        open: async (page) => {
          await page.getByRole('button', { name: 'Tools' }).click();
          await page
            .getByLabel(/^Status of order/)
            .first()
            .selectOption('Delivered');
        },
      }),
      owners(`/orders?order=${order}`, pendingOrder, dialog('Edit pieces and prices')),
      owners(
        `/orders?order=${order}`,
        pendingOrder,
        dialog(/^Mark paid/, `“${second.title}” becomes Sold.`),
      ),
      owners(`/orders?order=${order}`, pendingOrder, dialog('Erase personal data')),
      owners(`/orders?order=${paid}`, paidOrder, dialog('Refund')),
      owners(`/orders?order=${paid}`, paidOrder, dialog(/^Correct: /)),
      owners(
        `/orders?order=${paid}`,
        paidOrder,
        dialog('All data of this buyer', buyer.email, 'Download as JSON'),
      ),
    ],
    inbox: [owners('/inbox', [available.title, 'Is the tip complete?'], dialog('Delete'))],
    edit: [
      owners(`/edit/${available.id}`, [available.title, 'Save Changes', 'Use “Amethyst, ']),
      owners(`/edit/${turn.id}`, [
        turn.title,
        'Use “Pyrite, ',
        'Visitors can turn the piece in this video by hand.',
      ]),
    ],
    settings: [
      ...Object.entries(SECTIONS).map(([hash, shows]) => owners(`/settings#${hash}`, shows)),
      owners('/settings', ['Site Tagline'], pressedIfShown('More settings')),
    ],
    certificate: [sees(`/certificate/${certificate}`, [third.title, 'Unchanged'])],
    printCertificates: [
      owners(`/print/certificates?codes=${certificate}`, [third.title, certificate]),
    ],
    favourites: [
      sees('/favourites', ['No favorites yet']),
      { path: '/favourites', as: 'buyer', shows: [turn.title] },
    ],
    follow: [
      sees('/follow?species=fluorite', ['Alerts for: Fluorite', 'Email me new pieces']),
      sees(shop.follow, ['Alerts for: Fluorite', 'Confirm email alerts']),
    ],
    intake: [
      owners('/intake', ['K-1', 'Edit the draft', 'Complete the drafts']),
      owners(`/intake?intake=${intake}`, ['K-1', 'Edit the draft', 'Complete the drafts']),
    ],
    intakeTable: [
      owners(`/intake/table?intake=${intake}`, ['K-1', '0 of 1 have a title and a price.']),
    ],
    ledger: [owners('/ledger', [third.title, fourth.title, 'Where the buyers live'])],
    printSlips: [
      owners(`/print/slips?orders=${order},${paid}`, [second.title, third.title, 'Packing slip']),
    ],
    printInvoices: [
      owners(`/print/invoices?orders=${paid},${uninvoiced}`, [
        third.title,
        'Paid in full. Nothing is due.',
        'Make invoice',
      ]),
    ],
    printLabels: [
      owners(`/print/labels?specimens=${pieces}`, [available.title, turn.title, '3 labels']),
      owners('/print/labels?fresh=new', ['Make labels', 'Print again', 'K-1']),
      owners('/print/labels?fresh=1', ['1 label, K-1', 'Frames']),
    ],
    shelf: [
      sees('/shelf', ['Nothing to compare yet', 'New in the gallery']),
      sees(`/shelf?pieces=${pieces}`, [available.title, turn.title, 'More like the last one']),
    ],
    show: [
      owners('/show', ['Scan a label', 'On this device'], pressed('Takings of the day')),
      owners('/show', ['Scan a label', 'On this device'], takenAlong, atTheTable(turn.title)),
      // Last: what was begun is kept.
      owners('/show', ['Scan a label', 'On this device'], pressedIfShown('New piece')),
    ],
    payments: [
      owners('/payments', ['Drop your CSV payment statement'], ...statementRead(statement)),
    ],
    wait: [sees(`/wait/${pending.id}`, [pending.title, 'Join the waiting list'])],
    inLine: [
      sees('/in-line', ['This link is incomplete.', 'Return to Gallery']),
      sees(shop.waiting, [pending.title, 'No thanks']),
    ],
    missing: [sees('/nowhere', ['Specimen Not Found', 'Return to the Collection'])],
  };
};
