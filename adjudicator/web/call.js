// It is your turn: the title of the page, a short shake, a sound for those who want one, and a screen that stays awake.
"use strict";

const SHAKE = 200, TONE = 660, RINGS = 0.35; // milliseconds, hertz, seconds

const call = {
  get sounds() { return localStorage.getItem("sound") === "yes"; },

  switchSound() {
    localStorage.setItem("sound", call.sounds ? "no" : "yes");
    if (call.sounds) call.ring(); // a browser plays nothing before it was touched
  },

  ring() {
    const audio = call.audio || (call.audio = new AudioContext()), tone = audio.createOscillator(), loud = audio.createGain();
    tone.frequency.value = TONE;
    loud.gain.setValueAtTime(0.2, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + RINGS);
    tone.connect(loud).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + RINGS);
  },

  // `yours`: whether the title says so; `aloud`: whether the phone does, too.
  tell(yours, aloud) {
    document.title = (yours ? `● ${words("your-turn")} · ` : "") + wording.title;
    if (!yours || !aloud) return;
    if (navigator.vibrate) navigator.vibrate(SHAKE);
    if (call.sounds) call.ring();
  },
};

// The screen stays awake while somebody looks at the page, where the browser allows it: over HTTPS, and on the computer itself.
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  await navigator.wakeLock.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
