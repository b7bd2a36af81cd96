import { type SheetShop, sheetShops } from '#contract/extras/other-shops/shop-sheets.ts';
import { buttonClass } from '#web/ui/button.tsx';

const names: Record<SheetShop, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' };

/** The collection as another shop's product sheet. */
export default function ShopSheets() {
  return (
    <section aria-labelledby="shop-sheets-title" className="mt-8">
      <h3 id="shop-sheets-title" className="text-xl">
        For another shop
      </h3>
      <p className="mt-2 mb-4 max-w-prose text-quiet">
        Your pieces as a product sheet, with the addresses of their photos here. Hidden pieces and those without a price come as drafts,
        sold ones as out of stock. Keep this shop open until the other one has the photos.
      </p>
      <div className="flex flex-wrap gap-3">
        {sheetShops.map((shop) => (
          <a key={shop} href={`/api/manage/shop-sheets/${shop}`} download className={buttonClass('outline')}>
            Download for {names[shop]}
          </a>
        ))}
      </div>
    </section>
  );
}
