import type { CartItem } from '#core/contract/selling/cart.ts';
import { Button } from '#ui/button.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.ts';
import { useCart } from './cart-context.tsx';

const TOAST_MS = 3_000;

type Props = {
  item: Omit<CartItem, 'quantity' | 'price'> & { price: string | null };
  available: number;
};

export function AddToCart({ item, available }: Props) {
  const cart = useCart();
  const quantity = cart.items.find((line) => line.specimenId === item.specimenId)?.quantity ?? 0;

  function add() {
    if (quantity >= available) {
      toast({
        title: available === 1 ? 'Only one exists' : `Only ${available} exist`,
        description: `${item.title} is in your cart.`,
        duration: TOAST_MS,
      });
      return;
    }
    if (cart.add(item))
      toast({
        title: 'Added to cart',
        description: `${item.title} has been added to your cart.`,
        duration: TOAST_MS,
      });
  }

  return (
    <Button look="outline" onClick={add}>
      {/* As wide as the longer label, which is unseen beneath, and with room for the sign: the cart is known only after the page was seen. */}
      <span className="grid after:invisible after:h-0 after:pl-7 after:content-['Added_to_Cart']">
        <span className="flex items-center gap-2">
          <span className={quantity > 0 ? undefined : 'invisible'}>
            <CheckIcon />
          </span>
          {quantity > 0 ? 'Added to Cart' : 'Add to Cart'}
        </span>
      </span>
    </Button>
  );
}
