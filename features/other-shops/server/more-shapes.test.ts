/** Exports of further shops, with the columns that they had in November 2026. */
import { expect, test } from 'vitest';
import { makeSqlite } from '#tests/support/databases.ts';
import { byNumber, importForeign, lookOf, targetsOf } from '#tests/support/foreign-sheets.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';

const here = suiteShop(makeSqlite);

const exports: [string, string, object][] = [
  [
    'Wix',
    'handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,cost\nh1,Product,Wulfenite,<p>Red</p>,a~mv2.jpg;b~mv2.jpg,Arizona,SH-1,,100,,true,PERCENT,10.0,1,0.2,40\n',
    { title: 'Wulfenite', description: 'Red', price: '90.00', cost: '40.00', tags: ['Arizona'] },
  ],
  [
    'BigCommerce',
    'Item,ID,Name,Type,SKU,Price,Cost,Sale Price,Description,Current Stock,Categories,Internal Image URL (Export)\nProduct,7,Azurite,physical,SH-1,80,20,0,<b>Blue</b>,2,Shop/Minerals,\nImage,8,,,,,,,,,,https://b.example/1.jpg\n',
    { title: 'Azurite', price: '80.00', quantity: 2, cost: '20.00' },
  ],
  [
    'PrestaShop',
    'Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status;Position\n1;https://p.example/1.jpg;Fluorite;SH-1;Minerals;100.000000;120.00;1;1;1\n',
    { title: 'Fluorite', price: '120.00', category: 'Minerals' },
  ],
  [
    'Magento',
    'sku,store_view_code,attribute_set_code,product_type,categories,name,description,price,special_price,special_price_from_date,special_price_to_date,base_image,qty,is_in_stock,additional_attributes\nSH-1,,Default,simple,Default Category/Fossils,Trilobite,<p>Nice</p>,50,20,2019-01-01,2019-02-01,/t/r/t.jpg,1.0000,1,age=Devonian\nSH-1,de,Default,simple,,Trilobit,,,,,,,,,\n',
    {
      title: 'Trilobite',
      price: '50.00',
      category: 'Fossils',
      description: 'Nice\n\nage: Devonian',
    },
  ],
  [
    'Ecwid',
    'type,product_internal_id,product_sku,product_name,product_price,product_quantity,product_description,product_category_1,product_media_main_image_url\nproduct,5,SH-1,Galena,30,1,<p>Cube</p>,Minerals,https://e.example/g.jpg\n',
    { title: 'Galena', price: '30.00', category: 'Minerals' },
  ],
  [
    'OpenCart',
    'product_id,name(en-gb),categories,sku,model,image_name,price,quantity,weight,weight_unit,length,width,height,length_unit,description(en-gb),tags(en-gb)\n3,Pyrite,59,SH-1,M,catalog/p.jpg,15.0000,1,120.00,g,3.00,2.00,1.00,cm,&lt;p&gt;Cube&lt;/p&gt;,gold\n',
    {
      title: 'Pyrite',
      dimensions: '3.00 x 2.00 x 1.00 cm',
      weight: '120.00 g',
      description: 'Cube',
    },
  ],
  [
    'Square',
    'Token,Item Name,Variation Name,SKU,Description,Categories,Price,Archived,Current Quantity Shop\nT1,Topaz,Regular,SH-1,Blue,Minerals,25.00,N,1\nT2,Old,Regular,SH-2,,Minerals,5.00,Y,1\n',
    { title: 'Topaz', price: '25.00', quantity: 1 },
  ],
  [
    'eBay File Exchange',
    '*Action(SiteID=US),CustomLabel,*Category,*Title,*Description,PicURL,*Quantity,*StartPrice,*Location,C:Locality\nAdd,SH-1,3220,Fluorite,<p>Green</p>,https://i.example/a.jpg|https://i.example/b.jpg,1,20.00,"Reno, NV","Rogerley Mine, England"\n',
    { title: 'Fluorite', price: '20.00', locality: ['Rogerley Mine', 'England'] },
  ],
  [
    'WooCommerce',
    'ID;Typ;Artikelnummer;Name;Veröffentlicht;Kurzbeschreibung;Beschreibung;Vorrätig?;Lager;Gewicht (kg);Länge (cm);Breite (cm);Höhe (cm);Angebotspreis;Regulärer Preis;Kategorien;Schlagwörter;Bilder;Übergeordnet\n9;simple;SH-1;Bergkristall;1;;Klar;1;1;0,5;6;4;3;;45,50;Mineralien > Quarz;Alpen;;\n',
    { title: 'Bergkristall', price: '45.50', dimensions: '6 x 4 x 3 cm', category: 'Minerals' },
  ],
];

test.each(exports)(
  'an export of %s is known, and says the same of its piece here',
  async (shop, sheet, said) => {
    const number = `${shop.replaceAll(' ', '')}-1`;
    const look = await lookOf(here.admin, sheet.replaceAll('SH-1', number));
    expect(look.shop).toBe(shop);
    await importForeign(here.admin, sheet.replaceAll('SH-1', number));
    expect(await byNumber(here, number)).toMatchObject(said);
  },
);

const shopify = (rows: string, more = '') =>
  `Handle,Title,Body (HTML),Type,Tags,Variant SKU,Variant Price,Variant Inventory Qty,Image Src,Gift Card,Status${more}\n${rows}\n`;

test('gift cards and archived products of Shopify are left out and counted', async () => {
  const report = await importForeign(
    here.admin,
    shopify(
      'card,Gift Card,,,,,25.00,1,,true,active\nold,Old,,Minerals,,GC-2,5,1,,false,archived\nb,Beryl,,Minerals,,GC-1,10,1,,false,draft',
    ),
  );
  expect(report).toMatchObject({ specimens: { added: 1, refused: 0 } });
  expect(report.rows.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['left out', 'A gift card'],
    ['left out', 'Archived in your other shop'],
    ['new', null],
  ]);
});

test('columns that a known shop has besides can be chosen, and plain facts are', async () => {
  const look = await lookOf(
    here.admin,
    shopify(
      'w,Wulfenite,,Minerals,,MF-1,10,1,,false,active,"Red Cloud Mine, Arizona",Inv 7',
      ',Locality (product.metafields.custom.locality),Shelf mark',
    ),
  );
  expect(targetsOf(look)['Locality (product.metafields.custom.locality)']).toBe('locality');
  expect(look.columns.at(-1)).toMatchObject({ heading: 'Shelf mark', sureness: 'none' });
});

test('one number twice in an export brings both pieces, the second once the owner has said so', async () => {
  const sheet = shopify(
    's4,Stone 4,,Minerals,,DUP,10,1,,false,active\ns5,Stone 5,,Minerals,,DUP,12,1,,false,active',
  );
  expect(await importForeign(here.admin, sheet)).toMatchObject({
    specimens: { added: 1, refused: 1 },
  });
  const answers: [number, 'new'][] = [[3, 'new']];
  const after = await importForeign(here.admin, sheet, { matching: { answers } });
  expect(after).toMatchObject({ specimens: { added: 1, unchanged: 1, refused: 0 } });
  expect(await importForeign(here.admin, sheet)).toMatchObject({
    specimens: { unchanged: 2, refused: 0 },
  });
});

test('a sale price counts within its dates alone', async () => {
  const rows = [
    '1,simple,SP-1,Ended,2020-01-01,2020-02-01,20,35',
    '2,simple,SP-2,Later,2099-01-01,,21,36',
    '3,simple,SP-3,Now,,,22,37',
  ];
  await importForeign(
    here.admin,
    `ID,Type,SKU,Name,Date sale price starts,Date sale price ends,Sale price,Regular price\n${rows.join('\n')}\n`,
  );
  const prices = await Promise.all(
    ['SP-1', 'SP-2', 'SP-3'].map((number) => byNumber(here, number)),
  );
  expect(prices.map(({ price }) => price)).toEqual(['35.00', '36.00', '22.00']);
});
