import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Places } from '#core/web/desk-feature.ts';
import { SELL_BY_HAND } from '#features/hand-sales/contract/hand-made.ts';
import { Button } from '#ui/button.tsx';
import { SaleElsewhere } from './sale-elsewhere.tsx';

/** The edit page's form is out of date after a sale. */
export function SellOnPage({ specimen }: Places['editActions']) {
  const navigate = useNavigate();
  const [isSelling, setSelling] = useState(false);
  return (
    <>
      {specimen.status !== 'sold' && (
        <Button look="outline" onClick={() => setSelling(true)}>
          {SELL_BY_HAND}
        </Button>
      )}
      {isSelling && (
        <SaleElsewhere
          specimen={specimen}
          onClose={() => setSelling(false)}
          onDone={(order) => void navigate({ to: '/orders', search: { order: order.id } })}
        />
      )}
    </>
  );
}

export function SellOnCard({ specimen, link, open }: Places['cardActions']) {
  return (
    specimen.status !== 'sold' && (
      <button
        type="button"
        aria-label={`${SELL_BY_HAND}: ${specimen.title}`}
        onClick={() => open((onClose) => <SaleElsewhere specimen={specimen} onClose={onClose} />)}
        className={link}
      >
        {SELL_BY_HAND}
      </button>
    )
  );
}
