// Keys go to the screens at once; they are opened again after they were left or the line was lost.
"use strict";
const again = document.getElementById("again");
again.addEventListener("click", () => location.reload());
new MutationObserver(() => {
  const now = document.body.classList;
  if (now.contains("-closed")) again.focus();
  else if (now.contains("-first-byte")) document.querySelector("#terminal textarea")?.focus();
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
