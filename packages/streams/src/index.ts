export {
  type BatchHandler,
  BeyondShare,
  type Effects,
  type GiveUpEffects,
  type GivenUp,
  type Lane,
  type Message,
  MessageFailure,
  type RejectedMessage,
  type Rejection,
  type RejectionReason,
  type Store,
} from './ports.ts';
export { environmentInHeader, environmentNameOf } from './records.ts';
