// Web push notifications when it is the player's turn.
import { t } from "../text/text";
import { request } from "./rest";
import type { PushKey } from "../wire.gen";

/** Reports whether this browser supports push notifications. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

async function manager(): Promise<PushManager> {
  // Without a service worker, `ready` never resolves.
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(t("page.game.this-page-is-not-installed"))), 8000),
  );
  return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager;
}

/**
 * Reports whether this browser is subscribed. It sends the subscription again, in case the server has lost
 * it.
 */
export async function isPushed(): Promise<boolean> {
  if (!canPush() || Notification.permission !== "granted") return false;
  const subscription = await (await manager()).getSubscription();
  if (!subscription) return false;
  await subscribe(subscription);
  return true;
}

/** Asks the user for permission, then subscribes in the browser and on the server. */
export async function startPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error(t("page.game.this-browser-does-not-allow"));
  const { key } = await request<PushKey>("push");
  const push = await manager();
  const subscription = await newSubscription(push, key);
  await subscribe(subscription);
}

async function newSubscription(push: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await push.subscribe(options);
  } catch {
    // A reinstalled server has another key, so an old subscription must be removed first.
    await (await push.getSubscription())?.unsubscribe();
    try {
      return await push.subscribe(options);
    } catch (cause) {
      throw new Error(t("page.game.the-push-service-of-this"), { cause });
    }
  }
}

async function subscribe(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await request("push", { endpoint: endpoint ?? "", key: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
}

export async function stopPush(): Promise<void> {
  const subscription = await (await manager()).getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await request("push", { endpoint: subscription.endpoint }, "DELETE");
}
