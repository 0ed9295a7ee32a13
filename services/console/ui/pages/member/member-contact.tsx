import type { Schemas } from '@loyalty/client';
import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { consentTexts } from './consent-texts.ts';
import { memberWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './member-page.module.css';

const words = memberWords.contact;

/** How a member is reached, and by what they may be. */
export function MemberContact({ member: { id, phone, email } }: { readonly member: Schemas['Member'] }) {
  return (
    <section className={`${own.line} ${css.small}`} aria-label={words.label}>
      {phone === null ? null : <Address icon={<Phone size={14} />} text={phone} what={words.phone} />}
      {email === null ? null : <Address icon={<Mail size={14} />} text={email} what={words.email} />}
      <ConsentChips memberId={id} />
    </section>
  );
}

interface AddressProps {
  readonly icon: ReactNode;
  readonly text: string;
  readonly what: string;
}

function Address({ icon, text, what }: AddressProps) {
  return (
    <span className={own.address}>
      {icon}
      <Name text={text} />
      <CopyButton text={text} what={what} />
    </span>
  );
}

function ConsentChips({ memberId }: { readonly memberId: string }) {
  const current = useOperation('listConsents', { memberId, limit: 1 }).data?.current;
  if (current === undefined) return null;
  const texts = consentTexts(current);
  if (texts.length === 0) return <Chip tone="line">{words.noConsent}</Chip>;
  return texts.map((text) => (
    <Chip key={text} tone="ok" hasDot>
      {text}
    </Chip>
  ));
}
