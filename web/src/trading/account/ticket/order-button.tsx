import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { accountQueries } from '../../api/account.ts';
import { Button } from '../../../components/controls/button.tsx';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { useAccount } from '../account-search.ts';
import { portfolioQuery } from '../portfolio.ts';
import { OrderDialog } from './order-dialog.tsx';
import type { Ticket } from './ticket.ts';

type OrderButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** The initial values of the ticket. */
  before?: Partial<Ticket>;
};

/** Opens the order ticket. */
export function OrderButton({ before = {}, ...button }: OrderButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <RightButton right="operate" {...button} onClick={() => setIsOpen(true)} />
      {isOpen && <Opened before={before} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Opened(props: { before: Partial<Ticket>; onClose: () => void }) {
  const account = useAccount();
  const held =
    useQuery({ ...portfolioQuery(account), refetchInterval: false }).data?.positions ?? [];
  const traded = useQuery(accountQueries.fills(account)).data?.items ?? [];
  const symbols = new Set([...held, ...traded].map(({ symbol }) => symbol));
  return <OrderDialog {...props} symbols={[...symbols].toSorted()} />;
}
