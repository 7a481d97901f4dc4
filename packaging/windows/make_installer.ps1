# Builds Hearth and its setup program. UNTESTED: it was never run, see docs/packaging.md.
# Needs Python, Visual Studio's build tools and Inno Setup 6 (iscc on the path).
#
#   $env:SIGN_COMMAND = 'signtool sign /fd sha256 /tr http://… /td sha256 /sha1 …'
#       signs the programs and the setup program; without it Windows warns of them.

$ErrorActionPreference = 'Stop'
Set-Location (Join-Path $PSScriptRoot '..\..')

function Invoke-Checked([string] $Command) {
    Invoke-Expression $Command
    if ($LASTEXITCODE -ne 0) { throw "failed: $Command" }
}

$python = '.venv\Scripts\python.exe'
if (-not (Test-Path $python)) { Invoke-Checked 'python -m venv .venv' }
$wheel = & $python packaging\setup\llama_wheel.py
if ($LASTEXITCODE -ne 0) { throw 'llama.cpp could not be compiled' }
Invoke-Checked "$python -m pip install --no-deps --force-reinstall `"$wheel`""
Invoke-Checked "$python -m pip install --editable .[dev]"
Invoke-Checked "$python packaging\freeze.py"

if ($env:SIGN_COMMAND) {
    foreach ($file in Get-ChildItem dist\hearth\*.exe) {
        Invoke-Checked "$env:SIGN_COMMAND `"$($file.FullName)`""
    }
}
$version = & $python -c 'import app; print(app.__version__)'
Invoke-Checked "iscc /DVersion=$version packaging\windows\hearth.iss"
$setup = "dist\packages\hearth-$version-setup.exe"
if ($env:SIGN_COMMAND) { Invoke-Checked "$env:SIGN_COMMAND `"$setup`"" }
$sum = (Get-FileHash $setup -Algorithm SHA256).Hash.ToLower()
"$sum  $(Split-Path $setup -Leaf)" | Set-Content -Encoding ascii dist\packages\SHA256SUMS
