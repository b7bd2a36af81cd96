import { type ShippingRule, shippingSentence } from '#core/contract/selling/shipping.ts';
import { SettingPart } from './setting-fields.tsx';

function SentencePreview({ rule }: { rule: ShippingRule }) {
  const sentence = shippingSentence(rule);
  return (
    <p className="text-sm text-quiet" aria-live="polite">
      {sentence
        ? `Next to prices, buyers see: “${sentence}”`
        : 'Next to prices, buyers see only each piece’s own shipping.'}
    </p>
  );
}

export const ShippingPanel = () => (
  <SettingPart
    name="shipping_rule"
    title="Shipping"
    text="Each piece has its own shipping price. Set here what several together cost. This rule applies to carts, not to a single piece bought on its page."
    after={({ value }) => <SentencePreview rule={value} />}
  />
);
