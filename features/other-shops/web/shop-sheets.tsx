import { type SheetShop, sheetShops } from '#features/other-shops/contract/shop-sheets.ts';
import { buttonClass } from '#ui/button.tsx';
import { LearnMore } from '#ui/learn-more.tsx';
import { pathOf } from '#ui/lib/api.ts';

const names: Record<SheetShop, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' };

export default function ShopSheets() {
  return (
    <section aria-labelledby="shop-sheets-title" className="mt-8">
      <h3 id="shop-sheets-title" className="text-xl">
        For another shop
      </h3>
      <p className="mt-2 max-w-prose text-quiet">
        Your pieces as a product sheet, with links to their photos here. Keep this shop open until
        the other one has the photos.
      </p>
      <LearnMore>
        <p>
          Hidden pieces and pieces without a price come as drafts. Sold pieces come as out of stock.
        </p>
      </LearnMore>
      <div className="flex flex-wrap gap-3">
        {sheetShops.map((shop) => (
          <a
            key={shop}
            href={pathOf('GET /api/manage/shop-sheets/:shop', { params: { shop } })}
            download
            className={buttonClass('outline')}
          >
            Download for {names[shop]}
          </a>
        ))}
      </div>
    </section>
  );
}
