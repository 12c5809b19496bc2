/** The service worker, which keeps the app and shows notices; it fetches the whole app when it first comes. */
export async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
}
