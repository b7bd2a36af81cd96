import { type ComponentType, type ReactNode, useState } from 'react';
import type { FirstStepName } from '#contract/admin/first-step-rules.ts';
import type { FirstSteps } from '#contract/admin/first-steps.ts';
import type { Setting, Settings } from '#contract/admin/settings.ts';
import { LegalPanel } from '#web/features/admin/settings/footer-panel.tsx';
import { ContactPanel, NamePanel } from '#web/features/admin/settings/general-panel.tsx';
import { ShippingPanel } from '#web/features/admin/settings/shipping-panel.tsx';
import { VenmoPanel } from '#web/features/admin/settings/venmo-panel.tsx';
import { MailServerPanel } from '#web/features/messages/mail/mail-server-panel.tsx';
import { PaymentInstructions } from '#web/features/selling/checkout/payment-instructions.tsx';
import { PiecesStep } from './pieces-step.tsx';
import { MailLook, NameSeen, ShippingSeen } from './seen.tsx';

type Props = { shop: FirstSteps; settings: Settings };

type BesideProps = {
  title?: string;
  seen: ReactNode;
  children: ReactNode;
  /** Forms that hardly change what visitors see: on a phone they come after it. */
  more?: ReactNode;
};

/** The forms of Settings at the left, and beside them what visitors see. */
const Beside = ({ title = 'What visitors see', seen, children, more }: BesideProps) => (
  <div className="mt-8 grid gap-x-10 gap-y-10 md:grid-cols-2 xl:grid-cols-[34rem_minmax(0,1fr)] xl:gap-x-20">
    <div className="min-w-0">{children}</div>
    <section aria-labelledby="seen" className={`min-w-0 ${more ? 'md:row-span-2' : ''}`}>
      <div className="sticky top-[calc(var(--header-height)+1.5rem)]">
        <h2 id="seen" className="mb-3 font-sans text-fine text-quiet">
          {title}
        </h2>
        {seen}
      </div>
    </section>
    {more && <div className="min-w-0">{more}</div>}
  </div>
);

function PaymentStep({ settings: { venmo_settings, general } }: Props) {
  const [typed, setTyped] = useState<Setting<'venmo_settings'> | null>(null);
  return (
    <Beside seen={<PaymentInstructions venmo={typed ?? venmo_settings} email={general.contactEmail} />}>
      <VenmoPanel onTyped={setTyped} />
    </Beside>
  );
}

/** What each step consists of. */
export const stepParts: Record<FirstStepName, ComponentType<Props>> = {
  name: ({ settings }) => (
    <Beside seen={<NameSeen settings={settings} />}>
      <NamePanel />
    </Beside>
  ),
  payment: PaymentStep,
  shipping: ({ settings }) => (
    <Beside seen={<ShippingSeen settings={settings} />} more={<LegalPanel />}>
      <ShippingPanel />
    </Beside>
  ),
  email: ({ settings }) => (
    <Beside title="What buyers get" seen={<MailLook settings={settings} />}>
      <ContactPanel />
      <div className="mt-10 border-t border-line pt-8">
        <MailServerPanel />
      </div>
    </Beside>
  ),
  pieces: PiecesStep,
};
