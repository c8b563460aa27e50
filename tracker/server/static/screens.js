// Keys go straight to the screens. After the session ends or the connection is lost, a button opens them again.
"use strict";
const again = document.getElementById("again");
again.addEventListener("click", () => location.reload());
new MutationObserver(() => {
  const now = document.body.classList;
  if (now.contains("-closed")) again.focus();
  else if (now.contains("-first-byte")) document.querySelector("#terminal textarea")?.focus();
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
